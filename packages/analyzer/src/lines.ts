/** Finds line numbers for evidence. Lines start at 1. */

export function lineAt(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

/** The first line with this text; null if there is none. */
export function lineOf(text: string, wanted: string, from = 0): number | null {
  const index = text.indexOf(wanted, from)
  return index === -1 ? null : lineAt(text, index)
}

/** The line of `"a": { "b": …`, by walking from key to key; null if one is missing. */
export function lineOfKey(text: string, ...keys: string[]): number | null {
  let index = 0
  for (const key of keys) {
    index = text.indexOf(`"${key}"`, index)
    if (index === -1) return null
  }
  return lineAt(text, index)
}
