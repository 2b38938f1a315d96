/** Brings single fields of an entry into another form. Pure. */

type Forms<Entry> = {
  readonly [Field in keyof Entry]?: (value: NonNullable<Entry[Field]>) => NonNullable<Entry[Field]>
}

/** Fields that are missing or null stay as they are. */
export function normalizeFields<Entry extends object>(entry: Entry, forms: Forms<Entry>): Entry {
  const copy = { ...entry }
  for (const field in forms) {
    const toForm = forms[field]
    const value = copy[field]
    if (toForm !== undefined && value !== undefined && value !== null) copy[field] = toForm(value)
  }
  return copy
}

/** Lists whose order and repetitions don't matter. */
export function toSet(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort()
}
