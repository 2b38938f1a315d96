/** Ranking of found repositories, and the cursor of a page; pure. */

export interface Ranked {
  score: number
  /** In milliseconds; zero if nothing was pushed. */
  pushedAt: number
  fullName: string
  providerId: string
  id: string
}

/** How well a repository matches the query; null if it doesn't. */
export function scoreOf(
  q: string,
  repository: { fullName: string; description: string | null; archived: boolean },
): number | null {
  const score = matchOf(q.trim().toLowerCase(), repository)
  return score === null ? null : score * 2 - (repository.archived ? 1 : 0)
}

function matchOf(
  q: string,
  { fullName, description }: { fullName: string; description: string | null },
): number | null {
  if (q === '') return 1
  const whole = fullName.toLowerCase()
  const name = whole.slice(whole.lastIndexOf('/') + 1)
  if (whole === q || name === q) return 6
  if (name.startsWith(q)) return 5
  if (name.includes(q)) return 4
  if (whole.includes(q)) return 3
  const terms = q.split(/[\s/_.-]+/).filter((term) => term !== '')
  if (terms.length > 1 && terms.every((term) => whole.includes(term))) return 2
  return description?.toLowerCase().includes(q) === true ? 1 : null
}

/** Best match first, then latest push, then name; the ids make the order total. */
export function compareRanked(a: Ranked, b: Ranked): number {
  return (
    b.score - a.score ||
    b.pushedAt - a.pushedAt ||
    compareText(a.fullName, b.fullName) ||
    compareText(a.providerId, b.providerId) ||
    compareText(a.id, b.id)
  )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A cursor contains the last item seen, so that pages neither repeat nor skip unchanged items. */
export function encodeCursor({ score, pushedAt, fullName, providerId, id }: Ranked): string {
  return Buffer.from(JSON.stringify([score, pushedAt, fullName, providerId, id])).toString('base64url')
}

export function decodeCursor(cursor: string): Ranked | null {
  const parts = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!Array.isArray(parts) || parts.length !== 5) return null
  const [score, pushedAt, fullName, providerId, id]: unknown[] = parts
  if (typeof score !== 'number' || typeof pushedAt !== 'number') return null
  if (typeof fullName !== 'string' || typeof providerId !== 'string' || typeof id !== 'string') return null
  return { score, pushedAt, fullName, providerId, id }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
