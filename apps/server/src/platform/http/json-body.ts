/**
 * Strict JSON: valid text, no duplicate keys, no prototype keys, no deep nesting. By default invalid bytes would become
 * replacement characters, and `JSON.parse` would keep the last duplicate.
 */
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'

const maxDepth = 32
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  try {
    const text = utf8.decode(bytes)
    const value: unknown = JSON.parse(text)
    refuseAmbiguity(text)
    return value
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError(platformProblems.malformed_request, 'The body is not valid JSON.', { cause: error })
  }
}

/** Scans text that is already known to be valid JSON. */
function refuseAmbiguity(text: string): void {
  const objects: (Set<string> | null)[] = []
  let expectKey = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === 0x22) {
      const end = endOfString(text, at)
      const keys = objects.at(-1)
      const quoted = text.slice(at, end + 1)
      if (quoted.includes('\\u')) refuseUnstorable(quoted)
      if (expectKey && keys) addKey(keys, quoted)
      expectKey = false
      at = end
    } else if (character === 0x7b || character === 0x5b) {
      objects.push(character === 0x7b ? new Set() : null)
      if (objects.length > maxDepth)
        throw new AppError(platformProblems.malformed_request, 'The body is nested too deeply.')
      expectKey = character === 0x7b
    } else if (character === 0x7d || character === 0x5d) {
      objects.pop()
      expectKey = false
    } else if (character === 0x2c) {
      expectKey = objects.at(-1) !== null
    }
  }
}

function addKey(keys: Set<string>, quoted: string): void {
  const key = String(JSON.parse(quoted))
  if (keys.has(key)) throw new AppError(platformProblems.malformed_request, 'The body has a duplicate key.')
  if (forbiddenKeys.has(key)) throw new AppError(platformProblems.malformed_request, 'The body has a forbidden key.')
  keys.add(key)
}

/** Rejects escapes that PostgreSQL can't store (NUL) or would store as something else (lone surrogates). */
function refuseUnstorable(quoted: string): void {
  const value = String(JSON.parse(quoted))
  if (value.includes('\0') || !value.isWellFormed())
    throw new AppError(platformProblems.malformed_request, 'The body holds a character that is not valid in text.')
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1
  return at
}
