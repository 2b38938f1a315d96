/** The example names of the documentation, and what they are in the test environment. */
export type Placeholders = ReadonlyMap<string, string>

/** Longer names first: one name can be part of another. */
export function fillIn(text: string, placeholders: Placeholders): string {
  const names = [...placeholders.keys()].sort((one, other) => other.length - one.length)
  const pattern = new RegExp(
    names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)).join('|'),
    'g',
  )
  return names.length === 0 ? text : text.replaceAll(pattern, (name) => placeholders.get(name) ?? name)
}
