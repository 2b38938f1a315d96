/**
 * Deletion of a project with environments: the project's run starts one run for each and ends; the last of them starts the
 * project's run again. Nothing waits, and an unreachable server blocks only its own environment. Environments of a project
 * that moves into the trash become items below the project's item.
 */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { BackupsOfDeleted } from '../environments/environments.schemas.ts'
import {
  cancelDeployments,
  changeEnvironmentState,
  type EnvironmentRow,
  listEnvironmentsOf,
  removeEnvironment,
  trashEnvironment,
} from '../environments/index.ts'
import {
  adoptTrashOfProject,
  completeTrashItem,
  type DeletedBy,
  dropTrashItem,
  findTrashItemOf,
  forgetTrashItem,
  keepInTrash,
  listTrashItemsWithin,
  publishTrashUpdated,
  putBackInTrash,
  type TrashRow,
} from '../trash/index.ts'
import { publishProjectUpdated } from './projects.events.ts'
import { removeProject } from './projects.references.ts'
import { deleteProject, keepProject, lockProject, type ProjectRow } from './projects.repository.ts'

interface Deletion {
  id: Id<'prj'>
  isForced: boolean
  backups: BackupsOfDeleted
  by?: DeletedBy | undefined
}

export async function deleteOrTakeDown(tx: Tx, organizationId: OrganizationId, deletion: Deletion): Promise<void> {
  const { id, by } = deletion
  const project = await lockProject(tx, organizationId, id)
  if (project === undefined) return
  const known = await findItem(tx, organizationId, id)
  const item = known ?? (by === undefined ? undefined : await beginItem(tx, organizationId, { project, by }))
  const environments = await listEnvironmentsOf(tx, organizationId, [id])
  for (const each of environments) {
    // Requested after the project's deletion. Runs are locked before their environment, as everywhere.
    await cancelDeployments(tx, each.id)
    const change = { id: each.id, status: 'deleting', deletion_requested_at: new Date() } as const
    await changeEnvironmentState(tx, organizationId, change)
    await startEnd(tx, organizationId, { ...deletion, environment: each, item })
  }
  if (environments.length > 0) return
  if (item?.status === 'deleting') await completeTrashItem(tx, organizationId, item)
  else await deleteProject(tx, organizationId, id)
  if (item?.status === 'purging') return await forgetTrashItem(tx, organizationId, item)
  await publishProjectUpdated(tx, organizationId, { projectId: id, changed: 'project', action: 'deleted' })
}

/** Returns the item that the project is moving into, or out of for good. Earlier ones were restored. */
async function findItem(tx: Tx, organizationId: OrganizationId, id: Id<'prj'>): Promise<TrashRow | undefined> {
  return await findTrashItemOf(tx, organizationId, { kind: 'project', id })
}

async function beginItem(
  tx: Tx,
  organizationId: OrganizationId,
  { project, by }: { project: ProjectRow; by: DeletedBy },
): Promise<TrashRow> {
  const { id, name, slug } = project
  const about = {
    kind: 'project',
    subjectId: id,
    name,
    projectId: id,
    status: 'deleting',
    facts: { slug },
    by,
  } as const
  const item = await keepInTrash(tx, organizationId, about)
  await adoptTrashOfProject(tx, organizationId, { projectId: id, parentId: item.id })
  return item
}

async function startEnd(
  tx: Tx,
  organizationId: OrganizationId,
  { environment, item, isForced, backups, by }: Deletion & { environment: EnvironmentRow; item: TrashRow | undefined },
): Promise<void> {
  const key = environment.id
  const input = { environmentId: environment.id, isForced, backups }
  if (item?.status === 'deleting') {
    const kept = { ...input, by: by ?? { kind: item.deleted_by_kind, name: item.deleted_by_name }, parentId: item.id }
    return void (await startRun(tx, { workflow: trashEnvironment, key, input: kept, organizationId }))
  }
  const own = await findTrashItemOf(tx, organizationId, { kind: 'environment', id: environment.id })
  const purged = own === undefined ? input : { ...input, trashItemId: own.id }
  await startRun(tx, { workflow: removeEnvironment, key, input: purged, organizationId })
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
  const item = await findItem(tx, organizationId, id)
  if (item?.status === 'purging' && environments.length === 0 && (await hasLeft(tx, organizationId, item)))
    return await putBackInTrash(tx, organizationId, { item, problem: left })
  const input = { projectId: id, isForced: false, backups: 'keep' as const }
  await startRun(tx, { workflow: removeProject, key: id, input, organizationId })
}

const left = { code: 'removal_failed', detail: 'Some of its environments could not be removed from their server.' }

async function hasLeft(tx: Tx, organizationId: OrganizationId, item: TrashRow): Promise<boolean> {
  const within = await listTrashItemsWithin(tx, organizationId, item.id)
  return within.some(({ kind, status }) => kind === 'environment' && status === 'kept')
}

/**
 * An environment couldn't be stopped or removed. A project that was being deleted stays, and people can retry, with force if
 * necessary. One that was being purged goes back into the trash after its other environments.
 */
export async function giveUpRemoval(tx: Tx, organizationId: OrganizationId, id: Id<'prj'>): Promise<void> {
  const item = await findItem(tx, organizationId, id)
  if (item?.status === 'purging') return await continueRemoval(tx, organizationId, id)
  await keepProject(tx, organizationId, id)
  // Environments that were already moved stay in the trash, each on its own.
  if (item?.status !== 'deleting') return
  await dropTrashItem(tx, organizationId, item.id)
  publishTrashUpdated(tx, organizationId, item, 'add_failed')
}
