/** Compares the content of two dumps and names some of the differences. Pure. */
import type { DumpContent, DumpedTable } from './manifest.schemas.ts'

const shown = 10

/**
 * Returns an empty list when they match. Definitions are compared only by name, because a copy can write the same
 * definition differently.
 */
export function compareContent(expected: DumpContent, found: DumpContent): string[] {
  return [
    ...compareObjects(expected.objects, found.objects),
    ...compareTables(expected.tables, found.tables),
    ...(expected.entries === found.entries
      ? []
      : [`Found ${found.entries ?? 'no'} entries, expected ${expected.entries ?? 'none'}.`]),
  ].slice(0, shown)
}

function compareObjects(expected: readonly string[], found: readonly string[]): string[] {
  const missing = without(expected, found).map((each) => `${each} is missing.`)
  const extra = without(found, expected).map((each) => `${each} shouldn't exist.`)
  return [...missing, ...extra]
}

function compareTables(expected: readonly DumpedTable[], found: readonly DumpedTable[]): string[] {
  const byName = new Map(found.map((table) => [table.name, table]))
  const missing = expected.flatMap(({ name, rows, digest }) => {
    const there = byName.get(name)
    byName.delete(name)
    if (there === undefined) return [`The data of ${name} is missing.`]
    if (there.rows !== rows) return [`${name} has ${there.rows} rows instead of ${rows}.`]
    return there.digest === digest ? [] : [`Rows of ${name} differ.`]
  })
  return [...missing, ...Array.from(byName.keys(), (name) => `Data of ${name} shouldn't exist.`)]
}

function without(list: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const each of others) counts.set(each, (counts.get(each) ?? 0) + 1)
  return list.filter((each) => {
    const left = counts.get(each) ?? 0
    counts.set(each, left - 1)
    return left <= 0
  })
}
