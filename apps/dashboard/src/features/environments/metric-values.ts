/** The newest measurement. Null: none. */
export function lastOf(values: readonly (number | null)[]): number | null {
  return values.findLast((value) => value !== null) ?? null
}

export function totalOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}
