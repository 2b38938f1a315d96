/** Finds the word that the user probably meant to type. Pure. */
const maxDistance = 2

/** Returns ` Did you mean "deploy"?`, or nothing if no known name is similar. */
export function suggest(given: string, names: readonly string[]): string {
  const [nearest] = names
    .map((name) => ({ name, distance: distanceOf(given, name) }))
    .filter(({ name, distance }) => distance <= maxDistance && distance < name.length - 1)
    .sort((a, b) => a.distance - b.distance)
  return nearest === undefined ? '' : ` Did you mean "${nearest.name}"?`
}

/** Edit distance: letters added, removed, replaced, or swapped with their neighbor. */
function distanceOf(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > maxDistance) return maxDistance + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
