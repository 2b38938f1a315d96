/**
 * Removes an organization: first its effects (environments, archives, webhooks, servers), then its rows. After a crash
 * it continues where it was; every step is idempotent. Unreachable resources block the removal until the next attempt,
 * unless the deletion is forced. An account that signs in again before the last step keeps its rows.
 */
import { z } from 'zod'
import type { Tx } from '../../../../platform/database/database.ts'
import { requestCancel } from '../../../../platform/durable/runs.ts'
import { type Step, step, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { recordSystemAudit } from '../../../audit/index.ts'
import { Leftover } from '../leftover.schemas.ts'
import { type RemovalSubject, removeOrganization } from '../organization-removal.references.ts'
import { beginRemoval, type DueRemoval, deleteRows, listRunsToEnd, lockDueRows } from '../removals.system-repository.ts'
import { type Context, type RemovalTools, removalOf, stopAt } from './removal.context.ts'
import { removeEnvironments } from './remove-environments.step.ts'
import { removeServers } from './remove-servers.step.ts'
import { returnTrash } from './return-trash.step.ts'

const Begun = z.object({ isDue: z.boolean(), isForced: z.boolean() })
type Begun = z.output<typeof Begun>
const Nothing = z.object({})
type Nothing = z.output<typeof Nothing>
const Removed = z.object({ left: z.array(Leftover) })
type Removed = z.output<typeof Removed>
/** Longer than the removal of one environment or server takes with all its attempts. */
const waitMs = 2 * 60 * 60_000

export function createRemoveOrganization(tools: RemovalTools): Workflow<RemovalSubject> {
  const { database } = tools
  const begin = step<RemovalSubject, Begun>({
    name: 'begin',
    output: Begun,
    deadlineMs: 30_000,
    async run(context) {
      const removal = removalOf(context)
      const begun = await database.system((tx) => beginRemoval(tx, removal))
      if (begun === undefined) return { isDue: false, isForced: false }
      // One transaction each, so that a running run is locked only briefly.
      for (const runId of await listRunsToEnd(database.systemDb, removal.organizationId))
        await database.system((tx) => requestCancel(tx, runId))
      return { isDue: true, ...begun }
    },
  })
  const removing = (name: string, remove: Remove) => removalStep(tools, { name, begin, remove })
  const environments = removing('remove-environments', async (subject, context) => {
    await returnTrash(database, subject.organizationId, context)
    return await removeEnvironments(tools, subject, context)
  })
  const archives = removing('remove-archives', async ({ organizationId }, { signal }) => {
    await tools.removeUploads(organizationId)
    const left = await tools.removeArchives(organizationId, signal)
    return left.map((each) => ({ kind: 'backups', ...each }))
  })
  const hooks = removing('remove-webhooks', async ({ organizationId }, { signal }) => {
    const left = await tools.removeWebhooks(organizationId, signal)
    return left.map((each) => ({ kind: 'webhook', ...each }))
  })
  const servers = removing('remove-servers', (subject, context) => removeServers(tools, subject, context))
  const forget = step<RemovalSubject, Nothing>({
    name: 'forget',
    output: Nothing,
    deadlineMs: 600_000,
    async run(context) {
      if (!context.output(begin).isDue) return {}
      const left = [environments, archives, hooks, servers].flatMap((each) => context.output(each).left)
      await database.system((tx) => forgetOrganization(tx, removalOf(context), left))
      return {}
    },
  })
  return workflow(removeOrganization, [begin, environments, archives, hooks, servers, forget])
}

/** The audit log stays, and records what was left where. */
async function forgetOrganization(tx: Tx, removal: DueRemoval, left: readonly Leftover[]): Promise<void> {
  if (!(await lockDueRows(tx, removal))) return
  const { organizationId: id } = removal
  const target = { targetKind: 'organization', targetId: id, detail: { left } }
  await recordSystemAudit(tx, id, { action: 'organization.deleted', ...target })
  await deleteRows(tx, removal)
}

type Remove = (subject: Parameters<typeof removeServers>[1], context: Context) => Promise<Leftover[]>

function removalStep(
  tools: RemovalTools,
  { name, begin, remove }: { name: string; begin: Step<RemovalSubject, Begun>; remove: Remove },
): Step<RemovalSubject, Removed> {
  return step<RemovalSubject, Removed>({
    name,
    output: Removed,
    deadlineMs: waitMs,
    async run(context) {
      const { isDue, isForced } = context.output(begin)
      if (!isDue) return { left: [] }
      const { organizationId } = removalOf(context)
      const left = await remove({ organizationId, isForced }, context)
      await stopAt(tools, organizationId, { left, isForced })
      return { left }
    },
  })
}
