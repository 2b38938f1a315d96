/**
 * Matches patterns such as `apps/web/**` against repository paths. `*` and `?` stay within a folder, `**` crosses
 * folders, a folder name matches everything below it, and `!` excludes what earlier patterns matched. The number of
 * steps is at most pattern length times path length. Pure.
 */

export interface WatchingService {
  readonly watchPaths: readonly string[]
}

/**
 * A service watches its own paths, or else those of the environment, or else everything. Unknown paths concern every
 * service.
 */
export function isWatched(
  changedPaths: readonly string[] | null,
  watching: { environment: readonly string[]; services: readonly WatchingService[] },
): boolean {
  if (changedPaths === null) return true
  const lists = watching.services.map(({ watchPaths }) => (watchPaths.length > 0 ? watchPaths : watching.environment))
  return (lists.length === 0 ? [watching.environment] : lists).some(
    (patterns) => patterns.length === 0 || changedPaths.some((path) => matchesPaths(patterns, path)),
  )
}

/** The last matching pattern decides. With exclusions only, everything else matches. */
export function matchesPaths(patterns: readonly string[], path: string): boolean {
  let isMeant = patterns.every((pattern) => pattern.startsWith('!'))
  for (const pattern of patterns) {
    const isExclusion = pattern.startsWith('!')
    if (isMeant === isExclusion && matchesPath(isExclusion ? pattern.slice(1) : pattern, path)) isMeant = !isExclusion
  }
  return isMeant
}

function matchesPath(pattern: string, path: string): boolean {
  const wanted = segmentsOf(pattern)
  // A folder matches everything in it.
  if (wanted.at(-1) !== '**') wanted.push('**')
  return matchesSegments(wanted, segmentsOf(path))
}

function segmentsOf(text: string): string[] {
  return text.split('/').filter((segment) => segment !== '' && segment !== '.')
}

/** `**` matches any number of segments, including none. */
function matchesSegments(pattern: readonly string[], path: readonly string[]): boolean {
  let reached = new Set([0])
  for (const segment of pattern) {
    const next = new Set<number>()
    if (segment === '**') {
      for (let at = Math.min(...reached); at <= path.length; at += 1) next.add(at)
    } else {
      for (const at of reached) {
        const name = path[at]
        if (name !== undefined && matchesName(segment, name)) next.add(at + 1)
      }
    }
    if (next.size === 0) return false
    reached = next
  }
  return reached.has(path.length)
}

/** Uses two pointers: on a mismatch, the last `*` consumes one more character. */
function matchesName(pattern: string, name: string): boolean {
  let at = 0
  let star = -1
  let resume = 0
  let position = 0
  while (position < name.length) {
    const letter = pattern[at]
    if (letter === '*') {
      star = at
      resume = position
      at += 1
    } else if (letter === '?' || letter === name[position]) {
      at += 1
      position += 1
    } else if (star >= 0) {
      at = star + 1
      resume += 1
      position = resume
    } else return false
  }
  while (pattern[at] === '*') at += 1
  return at === pattern.length
}
