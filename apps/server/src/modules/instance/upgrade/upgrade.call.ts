/** Worker side of upgrades. */
import { AppError } from '../../../platform/errors/app-error.ts'
import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { instanceProblems } from '../instance.problems.ts'
import { createReadUpdates } from '../version/updates.client.ts'
import { createReadNotes } from './release-notes.client.ts'
import { readUpgrade, requestUpgrade } from './upgrade.definition.ts'
import { readUpgradeRun, writeUpgradeRequest } from './upgrade-files.client.ts'

export interface UpgradeCallOptions {
  outbound: Pick<Outbound, 'request'>
  version: string
  settings: { UPGRADE_DIRECTORY?: string | undefined; VERSION_FEED_URL?: string | undefined }
}

export function createUpgradeCalls({ outbound, version, settings }: UpgradeCallOptions): LinkHandler[] {
  const { UPGRADE_DIRECTORY: folder, VERSION_FEED_URL: feedUrl } = settings
  const readUpdates = createReadUpdates({ outbound, feedUrl, currentVersion: version })
  const readNotes = createReadNotes(outbound, feedUrl)
  return [
    handleCall(readUpgrade, async (_, { signal }) => {
      const [run, updates] = await Promise.all([readUpgradeRun(folder), readUpdates(signal)])
      const notes = updates.status === 'available' ? await readNotes(updates.url, signal) : null
      return { ...run, updates, notes }
    }),
    handleCall(requestUpgrade, async () => {
      const run = await readUpgradeRun(folder)
      if (run.state === 'running') throw new AppError(instanceProblems.upgrade_running)
      if (!run.canStart || folder === undefined) throw new AppError(instanceProblems.upgrade_not_set_up)
      await writeUpgradeRequest(folder)
      return await readUpgradeRun(folder)
    }),
  ]
}
