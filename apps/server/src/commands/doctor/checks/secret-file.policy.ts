/** Evaluates the file of a secret; pure. No result quotes any of it. */

/** PEM has several lines. */
const manyLines = /^LINK_TLS_/

export function evaluateMode(mode: number): 'owner' | 'group' | 'everybody' {
  if ((mode & 0o007) !== 0) return 'everybody'
  return (mode & 0o070) === 0 ? 'owner' : 'group'
}

/** Returns null if the file contains only a value, or is empty, which means that the setting isn't used. */
export function findGarbage(setting: string, text: string): string | null {
  const value = text.trim()
  if (text.startsWith('\uFEFF') || value.startsWith('\uFEFF')) return 'a byte order mark at the start'
  if (value.length > 1 && value.at(0) === value.at(-1) && /^["'`]/.test(value))
    return 'quotation marks around the value'
  if (manyLines.test(setting)) return null
  if (/[\r\n]/.test(value)) return 'more than one line'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
  if (/[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060]/.test(value)) return 'invisible characters'
  return null
}
