/** Fields of a request body from options of `longshore api`. Pure. */
import { CliError } from '../exit-codes.ts'
import { readPairs } from './pairs.ts'

interface Fields {
  [name: string]: unknown
}

export function readFields(texts: readonly string[], values: readonly string[]): Fields {
  const fields: Fields = Object.create(null)
  for (const [key, text] of readPairs(texts, '--field')) setField(fields, key, text)
  for (const [key, text] of readPairs(values, '--json-field')) setField(fields, key, parseValue(key, text))
  return fields
}

function setField(fields: Fields, key: string, value: unknown): void {
  const names = key.split('.')
  const last = names.pop() ?? ''
  let target = fields
  for (const name of names) {
    const inner = target[name]
    const next = isFields(inner) ? inner : Object.create(null)
    target[name] = next
    target = next
  }
  target[last] = value
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseValue(key: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError('usage', `--json-field ${key} isn't JSON.`, `Use --field ${key}=TEXT for text.`)
  }
}
