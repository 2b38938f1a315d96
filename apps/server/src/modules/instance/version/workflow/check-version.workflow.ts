/**
 * Checks once a day, if the operator configured a feed, for a newer version. Each subscribed organization is notified
 * once per version, however often this runs. The request itself is all that is sent.
 */
import { z } from 'zod'
import type { Database } from '../../../../platform/database/database.ts'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { step, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { parseSafely } from '../../../../platform/errors/parse-safely.ts'
import type { Outbound } from '../../../../platform/outbound/outbound.ts'
import { listSubscribedOrganizations, publishNotice } from '../../../notices/index.ts'
import { isNewer, VersionFeed } from '../newer-version.policy.ts'
import { checkVersion } from '../version.references.ts'

type Input = z.output<typeof checkVersion.input>
const Found = z.object({ version: z.string().nullable() })
const maximumBytes = 64 << 10

export interface CheckVersionOptions {
  database: Database
  outbound: Outbound
  feedUrl: string | undefined
  currentVersion: string
}

export function createCheckVersion(options: CheckVersionOptions): Workflow<Input> {
  const check = step<Input, z.output<typeof Found>>({
    name: 'look',
    output: Found,
    deadlineMs: 60_000,
    async run({ signal }) {
      const found = await readFeed(options, signal)
      if (found === null || !isNewer(found.version, options.currentVersion)) return { version: null }
      await notifyVersion(options, found)
      return { version: found.version }
    },
  })
  return workflow(checkVersion, [check])
}

async function readFeed({ outbound, feedUrl: url }: CheckVersionOptions, signal: AbortSignal) {
  if (url === undefined) return null
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

async function notifyVersion(
  { database, currentVersion }: CheckVersionOptions,
  { version, url }: z.output<typeof VersionFeed>,
): Promise<void> {
  for (const organizationId of await listSubscribedOrganizations(database.systemDb, 'version_available'))
    await database.tenant(organizationId, (tx) =>
      publishNotice(tx, organizationId, {
        payload: { event: 'version_available', version, currentVersion, url },
        causeKey: `version_available:${version}`,
      }),
    )
}
