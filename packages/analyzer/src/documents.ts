/**
 * Parses the text of a configuration file into plain values. Never throws: unreadable text is null, and the caller gets
 * the reason.
 */
import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'

export type Parsed =
  | { readonly value: unknown; readonly problem: null }
  | { readonly value: null; readonly problem: string }

const maxBytes = 2_000_000
// Deeper than any real configuration file, and shallow enough for recursive functions.
const maxDepth = 100

export function parseJson(text: string): Parsed {
  return guarded(text, () => {
    try {
      return JSON.parse(text.replace(/^\uFEFF/, ''))
    } catch {
      return JSON.parse(withoutComments(text.replace(/^\uFEFF/, '')))
    }
  })
}

export function parseYaml(text: string): Parsed {
  return guarded(text, () => {
    const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false, merge: true })
    const [error] = document.errors
    if (error !== undefined) throw new Error(error.message.split('\n')[0])
    return document.toJS({ maxAliasCount: 100 })
  })
}

export function parseTomlText(text: string): Parsed {
  return guarded(text, () => parseToml(text))
}

function guarded(text: string, read: () => unknown): Parsed {
  if (text.length > maxBytes) return { value: null, problem: 'it is too large for a configuration file' }
  // A recursive parser would run out of stack, so brackets are counted before it starts.
  if (nesting(text) > maxDepth) return { value: null, problem: `it is nested deeper than ${maxDepth} levels` }
  try {
    const value = read()
    if (isDeeperThan(value, maxDepth)) return { value: null, problem: `it is nested deeper than ${maxDepth} levels` }
    return { value, problem: null }
  } catch (error) {
    return { value: null, problem: error instanceof Error ? error.message.slice(0, 200) : 'it cannot be parsed' }
  }
}

/** The deepest nesting of brackets; those inside strings count too, which doesn't affect real files. */
function nesting(text: string): number {
  let depth = 0
  let deepest = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 0x5b || code === 0x7b) deepest = Math.max(deepest, ++depth)
    else if ((code === 0x5d || code === 0x7d) && depth > 0) depth -= 1
  }
  return deepest
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== 'object') return false
  if (depth === 0) return true
  return Object.values(value).some((inner) => isDeeperThan(inner, depth - 1))
}

/** Removes comments and trailing commas, as in tsconfig.json, deno.jsonc, and turbo.json. */
function withoutComments(text: string): string {
  let out = ''
  let index = 0
  while (index < text.length) {
    const char = text.charAt(index)
    const two = text.slice(index, index + 2)
    if (char === '"') {
      const end = endOfString(text, index)
      out += text.slice(index, end)
      index = end
    } else if (two === '//') index = until(text, '\n', index)
    else if (two === '/*') index = until(text, '*/', index) + 2
    else if (char === ',' && isBeforeClosing(text, index + 1)) index += 1
    else {
      out += char
      index += 1
    }
  }
  return out
}

function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text.charAt(index) !== '"') index += text.charAt(index) === '\\' ? 2 : 1
  return index + 1
}

function until(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at
}

function isBeforeClosing(text: string, from: number): boolean {
  let index = from
  while (index < text.length) {
    const two = text.slice(index, index + 2)
    if (/^\s/.test(two)) index += 1
    else if (two === '//') index = until(text, '\n', index)
    else if (two === '/*') index = until(text, '*/', index) + 2
    else return two.startsWith('}') || two.startsWith(']')
  }
  return false
}
