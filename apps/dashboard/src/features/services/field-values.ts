/** Converts the texts of fields to values of a request. */

/** Number fields return numbers, or undefined when they are empty. */
export type Amount = number | string | undefined

export const mib = 1_048_576

/** Text that isn't a number becomes NaN, which the schema rejects at the field. */
export function amount(value: Amount): number | undefined {
  if (value === '' || value === undefined) return undefined
  return Number(value)
}

export function bytesOrNull(mebibytes: Amount): number | null {
  const value = amount(mebibytes)
  return value === undefined ? null : Math.round(value * mib)
}

export function mebibytes(bytes: number | null | undefined): Amount {
  return typeof bytes === 'number' ? bytes / mib : ''
}

export function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}

export function splitList(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

export function optional<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  const part: { [Key in Name]?: Value } = {}
  if (value !== undefined) part[name] = value
  return part
}
