/** Compares a chosen commit with the live one. Pure. */
export type CommitSpan =
  | { kind: 'first' }
  | { kind: 'same' }
  /** Commits that aren't live yet. */
  | { kind: 'newer'; count: number }
  | { kind: 'older'; count: number }
  /** The live commit isn't in the list: it is older than the list, or on another branch. */
  | { kind: 'unknown' }

/** `commits`: newest first. `chosen`: undefined for the newest. */
export function spanOf(
  commits: readonly { sha: string }[],
  { chosen, live }: { chosen: string | undefined; live: string | null },
): CommitSpan {
  if (live === null) return { kind: 'first' }
  const wanted = chosen ?? commits[0]?.sha
  if (wanted === live) return { kind: 'same' }
  const [at, liveAt] = [wanted, live].map((sha) => commits.findIndex((commit) => commit.sha === sha))
  if (at === undefined || liveAt === undefined || at < 0 || liveAt < 0) return { kind: 'unknown' }
  return at < liveAt ? { kind: 'newer', count: liveAt - at } : { kind: 'older', count: at - liveAt }
}

/** First line of a commit message. */
export function subjectOf(message: string): string {
  return message.split('\n')[0] ?? ''
}
