/** Searches thousands of entries while someone types. */
export interface Entry {
  id: string
  group: string
  label: string
  /** Additional text to search, such as the repository. */
  detail: string
  /** Shown only in search results. */
  isRare?: boolean
}

export interface Searchable<Found extends Entry> {
  entry: Found
  label: string
  all: string
}

export function toSearchable<Found extends Entry>(entry: Found): Searchable<Found> {
  const label = entry.label.toLowerCase()
  return { entry, label, all: `${label} ${entry.detail.toLowerCase()}` }
}

/** Best match first. An empty query returns the entries that aren't rare, in their order. */
export function searchEntries<Found extends Entry>(
  entries: readonly Searchable<Found>[],
  query: string,
  limit: number,
): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) {
    const usual = entries.filter(({ entry }) => entry.isRare !== true)
    return usual.slice(0, limit).map(({ entry }) => entry)
  }
  const found: { entry: Found; score: number }[] = []
  for (const each of entries) {
    const score = scoreOf(each, words)
    if (score > 0) found.push({ entry: each.entry, score })
  }
  // Sorting is stable, so equal matches keep their order.
  return found
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ entry }) => entry)
}

/** 0: a word doesn't match. */
function scoreOf<Found extends Entry>({ label, all, entry }: Searchable<Found>, words: readonly string[]): number {
  let score = 0
  for (const word of words) {
    const place = all.indexOf(word)
    if (place === -1) return 0
    if (label.startsWith(word)) score += 8
    else if (isWordStart(all, place)) score += place < label.length ? 5 : 3
    else score += place < label.length ? 2 : 1
  }
  if (label === words.join(' ')) score += 10
  return entry.isRare === true ? score : score + 1
}

function isWordStart(text: string, place: number): boolean {
  return place === 0 || !/[\p{L}\p{N}]/u.test(text[place - 1] ?? '')
}

/** Groups entries by title, in the order of first appearance. */
export function groupEntries<Found extends Entry>(entries: readonly Found[]): [string, Found[]][] {
  const groups = new Map<string, Found[]>()
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry])
  return [...groups]
}
