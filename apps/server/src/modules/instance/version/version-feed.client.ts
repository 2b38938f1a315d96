/** Reads the release feed that the operator configured. The request itself is all that is sent. */
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { parseSafely } from '../../../platform/errors/parse-safely.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { VersionFeed } from './newer-version.policy.ts'

const maximumBytes = 64 << 10

export async function readVersionFeed(
  outbound: Pick<Outbound, 'request'>,
  url: string,
  signal: AbortSignal,
): Promise<VersionFeed> {
  const { status, body } = await outbound.request({ url, signal, scope: 'version feed', maximumBytes })
  if (status !== 200) throw new Error(`the feed of versions answered ${status}`)
  const feed = parseSafely(VersionFeed, parse(body))
  if (!feed.success) throw new PermanentError('version_feed_unreadable', 'The feed of versions cannot be read.')
  return feed.data
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
