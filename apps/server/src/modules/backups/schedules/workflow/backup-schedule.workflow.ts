/**
 * Starts one backup of each database and volume of an environment when its schedule is due. The rows commit with the
 * step, so each due time creates them once, whatever crashes.
 */
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../../../platform/database/database.ts'
import type { Run, Workflow } from '../../../../platform/durable/workflow.ts'
import { step, workflow } from '../../../../platform/durable/workflow.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import { type EnvironmentState, findEnvironmentState } from '../../../environments/index.ts'
import { readLiveRelease } from '../../../workloads/index.ts'
import { type BackupChange, publishBackupUpdated } from '../../archives/backups.events.ts'
import { listBackupSubjects, startBackup } from '../../archives/start-backup.action.ts'
import { findBackupConfig } from '../backup-configs.repository.ts'
import { listBusySeries } from '../kept-backups.repository.ts'
import { backUpBySchedule, type PlanSubject } from '../schedules.references.ts'

export function createBackupSchedule(): Workflow<PlanSubject> {
  const beginAll = step<PlanSubject, { isDone: boolean }>({
    name: 'begin-backups',
    output: z.object({ isDone: z.boolean() }),
    deadlineMs: 60_000,
    retriesDeadline: true,
    async run(context) {
      context.record((tx) => beginBackups(tx, placeOf(context.run)))
      return { isDone: true }
    },
  })
  return workflow(backUpBySchedule, [beginAll])
}

interface Place {
  organizationId: OrganizationId
  environmentId: Id<'env'>
}

export function placeOf(run: Run<PlanSubject>): Place {
  return { organizationId: run.organizationId, environmentId: run.input.environmentId }
}

async function beginBackups(tx: Tx, { organizationId, environmentId }: Place): Promise<void> {
  const state = await findEnvironmentState(tx, organizationId, environmentId)
  if (state === undefined) return
  const changes: BackupChange[] = []
  for (const { serviceId, volume } of await listDue(tx, organizationId, state)) {
    const about = { environmentId, serviceId, ...(volume === null ? {} : { volume }) }
    const { backupId: id } = await startBackup(tx, organizationId, { ...about, kind: 'scheduled', createdBy: null })
    changes.push({ id, environmentId, projectId: state.projectId, action: 'created' })
  }
  await publishBackupUpdated(tx, organizationId, changes)
}

/** Lists live services with data. Skips what is still being backed up, so slow backups don't pile up. */
async function listDue(
  tx: Tx,
  organizationId: OrganizationId,
  { id, deletionRequestedAt, liveServerId, stoppedAt }: EnvironmentState,
): Promise<{ serviceId: Id<'svc'>; volume: string | null }[]> {
  const config = await findBackupConfig(tx, organizationId, id)
  if (config?.enabled !== true || deletionRequestedAt !== null) return []
  // Data of a stopped environment doesn't change, and no tool could read it.
  if (liveServerId === null || stoppedAt !== null) return []
  const release = await readLiveRelease(tx, organizationId, id)
  const live = new Set(release?.services.map(({ serviceId }) => serviceId))
  const busy = await listBusySeries(tx, organizationId, id)
  const subjects = await listBackupSubjects(tx, organizationId, id)
  return subjects.filter(({ serviceId, volume }) => live.has(serviceId) && !busy.has(`${serviceId} ${volume ?? ''}`))
}
