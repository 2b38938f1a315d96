/** Starts due removals. Each organization has one run at a time, and the next call starts the next attempt. */
import type { Database } from '../../../platform/database/database.ts'
import { busyKeys, startRun } from '../../../platform/durable/runs.ts'
import { removeOrganization } from './organization-removal.references.ts'
import { deleteDueAccounts, listDueRemovals } from './removals.system-repository.ts'

export async function startRemovals(database: Database): Promise<number> {
  return await database.system(async (tx) => {
    const due = await listDueRemovals(tx)
    const keys = due.map(({ organizationId }) => organizationId)
    const busy = await busyKeys(tx, removeOrganization, keys)
    const idle = due.filter(({ organizationId }) => !busy.has(organizationId))
    for (const input of idle)
      await startRun(tx, { workflow: removeOrganization, key: input.organizationId, input, organizationId: null })
    return idle.length + (await deleteDueAccounts(tx))
  })
}
