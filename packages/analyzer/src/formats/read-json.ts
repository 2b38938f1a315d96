/**
 * Parses JSON with lines. The YAML reader accepts it too; JSON that only a JSON parser accepts (tabs in odd places) has
 * no lines.
 */
import { type Located, readYaml } from './located.ts'

export function readJson(text: string): Located | null {
  const read = readYaml(text)
  if (read.kind !== 'unreadable') return read
  try {
    return fromPlain(JSON.parse(text), 0)
  } catch {
    return null
  }
}

/** Also for data from another parser (TOML): every line is the first. */
export function fromPlain(value: unknown, depth = 0): Located {
  if (depth > 40) return { kind: 'scalar', line: 1, value: null, text: '' }
  if (Array.isArray(value)) return { kind: 'list', line: 1, items: value.map((item) => fromPlain(item, depth + 1)) }
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    const entries = Object.entries(value).map(
      ([key, item]) => [key, { line: 1, value: fromPlain(item, depth + 1) }] as const,
    )
    return { kind: 'map', line: 1, entries: new Map(entries) }
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return { kind: 'scalar', line: 1, value, text: String(value) }
  }
  return { kind: 'scalar', line: 1, value: null, text: '' }
}
