/**
 * Starts the first backup of an app from the catalog within seconds after its first deployment is live. The transaction
 * that starts the backups also ends the wait, so they start once, whatever dies in between. While no deployment is live,
 * nothing starts.
 */
import type { Database } from '../../platform/database/database.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import { poller } from '../../platform/durable/poller.ts'
import type { Log } from '../../platform/log/log.ts'
import { startScheduledBackups } from '../backups/index.ts'
import { takeFirstBackup } from './environment-templates.repository.ts'
import { type DueFirstBackup, listDueFirstBackups } from './first-backups.system-repository.ts'

export function createFirstBackupsPoller({ database, log }: { database: Database; log: Log }): BackgroundLoop {
  return poller<DueFirstBackup>({
    name: 'first-backups',
    everyMs: 3_000,
    log,
    atOnce: 4,
    visitMs: 30_000,
    isTaken: true,
    takeDue: ({ free }) => listDueFirstBackups(database.systemDb, free),
    keyOf: ({ environmentId }) => environmentId,
    visit: (due) => startFirstBackup(database, due),
  })
}

export async function startFirstBackup(
  database: Database,
  { organizationId, environmentId }: DueFirstBackup,
): Promise<void> {
  await database.tenant(organizationId, async (tx) => {
    if (await takeFirstBackup(tx, organizationId, environmentId))
      await startScheduledBackups(tx, organizationId, environmentId)
  })
}
