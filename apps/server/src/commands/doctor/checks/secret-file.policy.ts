/** What is wrong with the file of a secret; pure. No answer quotes any of it. */

/** PEM has lines of its own. */
const manyLines = /^LINK_TLS_/

export function judgeMode(mode: number): 'owner' | 'group' | 'everybody' {
  if ((mode & 0o007) !== 0) return 'everybody'
  return (mode & 0o070) === 0 ? 'owner' : 'group'
}

/** Null: nothing but a value, or nothing at all, with which a file says that there is none. */
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
