/**
 * Checks once a day, if the operator configured a feed, for a newer version. Each subscribed organization is notified
 * once per version, however often this runs. The request itself is all that is sent.
 */
import { z } from 'zod'
import type { Database } from '../../../../platform/database/database.ts'
import { step, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import type { Outbound } from '../../../../platform/outbound/outbound.ts'
import { listSubscribedOrganizations, publishNotice } from '../../../notices/index.ts'
import { isNewer, type VersionFeed } from '../newer-version.policy.ts'
import { checkVersion } from '../version.references.ts'
import { readVersionFeed } from '../version-feed.client.ts'

type Input = z.output<typeof checkVersion.input>
const Found = z.object({ version: z.string().nullable() })

export interface CheckVersionOptions {
  database: Database
  outbound: Outbound
  feedUrl: string | undefined
  currentVersion: string
}

export function createCheckVersion(options: CheckVersionOptions): Workflow<Input> {
  const { outbound, feedUrl } = options
  const check = step<Input, z.output<typeof Found>>({
    name: 'look',
    output: Found,
    deadlineMs: 60_000,
    async run({ signal }) {
      const found = feedUrl === undefined ? null : await readVersionFeed(outbound, feedUrl, signal)
      if (found === null || !isNewer(found.version, options.currentVersion)) return { version: null }
      await notifyVersion(options, found)
      return { version: found.version }
    },
  })
  return workflow(checkVersion, [check])
}

async function notifyVersion(
  { database, currentVersion }: CheckVersionOptions,
  { version, url }: VersionFeed,
): Promise<void> {
  for (const organizationId of await listSubscribedOrganizations(database.systemDb, 'version_available'))
    await database.tenant(organizationId, (tx) =>
      publishNotice(tx, organizationId, {
        payload: { event: 'version_available', version, currentVersion, url },
        causeKey: `version_available:${version}`,
      }),
    )
}
