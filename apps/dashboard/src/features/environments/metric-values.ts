/** The newest measurement. Null: none. */
export function lastOf(values: readonly (number | null)[]): number | null {
  return values.findLast((value) => value !== null) ?? null
}

export function totalOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

const limitSamples = 5

/**
 * The usual limit of the last minutes. During a deployment the old and the new container run together for a moment, and
 * the series then holds the sum of both limits. The median ignores that moment. Null: no measurement.
 */
export function limitOf(values: readonly (number | null)[]): number | null {
  const latest = values.filter((value) => value !== null).slice(-limitSamples)
  return latest.toSorted((a, b) => a - b)[Math.floor((latest.length - 1) / 2)] ?? null
}
