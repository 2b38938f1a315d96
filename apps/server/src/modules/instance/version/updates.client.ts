/** Compares the running version with the release feed, which is read at most every ten minutes. */
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Updates } from '../system/system.schemas.ts'
import { isNewer } from './newer-version.policy.ts'
import { readVersionFeed } from './version-feed.client.ts'

const keptMs = 10 * 60_000
const withinMs = 5_000

interface UpdatesOptions {
  outbound: Pick<Outbound, 'request'>
  feedUrl: string | undefined
  currentVersion: string
  now?: () => Date
}

export function createReadUpdates(options: UpdatesOptions): (signal: AbortSignal) => Promise<Updates> {
  const { feedUrl, now = () => new Date() } = options
  let kept: { updates: Updates; atMs: number } | undefined
  return async (signal) => {
    if (feedUrl === undefined) return { status: 'off', latestVersion: null, url: null, checkedAt: null }
    const at = now()
    if (kept !== undefined && at.getTime() - kept.atMs < keptMs) return kept.updates
    const updates = await readUpdates(options, feedUrl, { signal, at })
    // A feed that failed is read again on the next request.
    if (updates.status !== 'unknown') kept = { updates, atMs: at.getTime() }
    return updates
  }
}

async function readUpdates(
  { outbound, currentVersion }: UpdatesOptions,
  feedUrl: string,
  { signal, at }: { signal: AbortSignal; at: Date },
): Promise<Updates> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(withinMs)])
  const feed = await readVersionFeed(outbound, feedUrl, within).catch(() => null)
  if (feed === null) return { status: 'unknown', latestVersion: null, url: null, checkedAt: at }
  const status = isNewer(feed.version, currentVersion) ? 'available' : 'up_to_date'
  return { status, latestVersion: feed.version, url: feed.url, checkedAt: at }
}
