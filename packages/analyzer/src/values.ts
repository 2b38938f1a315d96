/** Access to a parsed document of unknown shape. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `at(manifest, 'engines', 'node')`; undefined as soon as a part is missing. */
export function at(value: unknown, ...keys: string[]): unknown {
  let current = value
  for (const key of keys) {
    if (!isRecord(current) || !Object.hasOwn(current, key)) return undefined
    current = current[key]
  }
  return current
}

export function textAt(value: unknown, ...keys: string[]): string | null {
  const found = at(value, ...keys)
  if (typeof found === 'number') return String(found)
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : null
}

export function recordAt(value: unknown, ...keys: string[]): Record<string, unknown> {
  const found = at(value, ...keys)
  return isRecord(found) ? found : {}
}

export function listAt(value: unknown, ...keys: string[]): readonly unknown[] {
  const found = at(value, ...keys)
  return Array.isArray(found) ? found : []
}

export function textsAt(value: unknown, ...keys: string[]): readonly string[] {
  return listAt(value, ...keys).filter((entry) => typeof entry === 'string')
}
