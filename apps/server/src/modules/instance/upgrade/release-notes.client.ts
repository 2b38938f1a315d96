/** Reads the changelog of the newest version. It isn't signed, so the dashboard shows it as text only. */
import type { Outbound } from '../../../platform/outbound/outbound.ts'

const maximumBytes = 64 << 10
const withinMs = 5_000

/** Keeps the notes of one URL. A page that isn't Markdown next to the feed has no notes. */
export function createReadNotes(
  outbound: Pick<Outbound, 'request'>,
  feedUrl: string | undefined,
): (url: string | null, signal: AbortSignal) => Promise<string | null> {
  let kept: { url: string; notes: string } | undefined
  return async (url, signal) => {
    if (url === null || !isNextTo(url, feedUrl)) return null
    if (kept?.url === url) return kept.notes
    const within = AbortSignal.any([signal, AbortSignal.timeout(withinMs)])
    const request = { url, signal: within, scope: 'release notes', maximumBytes }
    const found = await outbound.request(request).catch(() => null)
    if (found?.status !== 200) return null
    kept = { url, notes: found.body.toString('utf8') }
    return kept.notes
  }
}

function isNextTo(url: string, feedUrl: string | undefined): boolean {
  const [page, feed] = [URL.parse(url), URL.parse(feedUrl ?? '')]
  return page !== null && page.origin === feed?.origin && page.pathname.endsWith('.md')
}
