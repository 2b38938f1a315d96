/**
 * Removal of a project with environments: the project's run starts one removal for each and ends; the last removed
 * environment starts the project's run again. Nothing waits, and an unreachable server blocks only its own environment.
 */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { BackupsOfDeleted } from '../environments/environments.schemas.ts'
import {
  cancelDeployments,
  changeEnvironmentState,
  listEnvironmentsOf,
  removeEnvironment,
} from '../environments/index.ts'
import { publishProjectUpdated } from './projects.events.ts'
import { removeProject } from './projects.references.ts'
import { deleteProject, keepProject, lockProject } from './projects.repository.ts'

export async function deleteOrTakeDown(
  tx: Tx,
  organizationId: OrganizationId,
  { id, isForced, backups }: { id: Id<'prj'>; isForced: boolean; backups: BackupsOfDeleted },
): Promise<void> {
  const project = await lockProject(tx, organizationId, id)
  if (project === undefined) return
  const environments = await listEnvironmentsOf(tx, organizationId, [id])
  for (const { id: environmentId } of environments) {
    // Requested after the project's deletion. Runs are locked before their environment, as everywhere.
    await cancelDeployments(tx, environmentId)
    const change = { id: environmentId, status: 'deleting', deletion_requested_at: new Date() } as const
    await changeEnvironmentState(tx, organizationId, change)
    const input = { environmentId, isForced, backups }
    await startRun(tx, { workflow: removeEnvironment, key: environmentId, input, organizationId })
  }
  if (environments.length > 0) return
  await deleteProject(tx, organizationId, id)
  await publishProjectUpdated(tx, organizationId, { projectId: id, changed: 'project', action: 'deleted' })
}

/**
 * Runs in the transaction that deletes an environment. The lock ensures that one of several concurrent deletions sees
 * that it is the last.
 */
export async function continueRemoval(tx: Tx, organizationId: OrganizationId, id: Id<'prj'>): Promise<void> {
  const project = await lockProject(tx, organizationId, id)
  if (project === undefined || project.deletion_requested_at === null) return
  const environments = await listEnvironmentsOf(tx, organizationId, [id])
  // A preview can be created while the others are removed. The project's run then starts its removal too.
  if (environments.length > 0 && environments.every((each) => each.deletion_requested_at !== null)) return
  const input = { projectId: id, isForced: false, backups: 'keep' as const }
  await startRun(tx, { workflow: removeProject, key: id, input, organizationId })
}

/** An environment couldn't be removed: the project stays, and a user can retry, with force if necessary. */
export async function giveUpRemoval(tx: Tx, organizationId: OrganizationId, id: Id<'prj'>): Promise<void> {
  await keepProject(tx, organizationId, id)
}
