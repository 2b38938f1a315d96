/** Selects the upgrade notes for a step from one version to another. Pure. */

export interface UpgradeNote {
  to: string
  text: string
}

/** Notes for versions above `from`, up to `to`. The template lists the newest first. */
export function notesBetween<Note extends UpgradeNote>(
  notes: readonly Note[],
  { from, to }: { from: string; to: string },
): Note[] {
  return notes.filter((note) => compareVersions(note.to, from) > 0 && compareVersions(note.to, to) <= 0)
}

/** Compares the numbers in both versions: 1.10 is above 1.9, and 2.0 equals 2.0.0. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [numbersOf(one), numbersOf(other)]
  for (let index = 0; index < Math.max(first.length, second.length); index += 1) {
    const difference = (first[index] ?? 0) - (second[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function numbersOf(version: string): number[] {
  return (version.match(/\d+/g) ?? []).map(Number)
}
