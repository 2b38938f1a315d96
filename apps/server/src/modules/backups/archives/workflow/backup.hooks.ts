/** Updates the backup's row, its stream, and the organization's events while a backup runs and when it ends. */
import type { OrganizationId, Tx } from '../../../../platform/database/database.ts'
import { type FailureTable, toRunFailure } from '../../../../platform/durable/run-failure.ts'
import type { FinishedRun, Workflow } from '../../../../platform/durable/workflow.ts'
import { appendRunEvents, closeRunStream } from '../../../../platform/events/publish.ts'
import { findEnvironmentState } from '../../../environments/index.ts'
import { toRunEvent } from '../backup.mapper.ts'
import { publishBackupUpdated } from '../backups.events.ts'
import { backupProblems } from '../backups.problems.ts'
import type { BackupSubject } from '../backups.references.ts'
import { type BackupRow, type BackupUpdate, updateBackup } from '../backups.repository.ts'
import { statusDuring } from '../backups.status.ts'
import { notifyFailedBackup } from '../notify-failed-backup.action.ts'
import { subjectOf } from './backup.context.ts'
import type { BackupDeps } from './backup-tools.context.ts'

type Hooks = Pick<Workflow<BackupSubject>, 'onStart' | 'onStep' | 'onFinish'>

export function createBackupHooks({ afterEnd }: Pick<BackupDeps, 'afterEnd'>): Hooks {
  return {
    async onStart(tx, run) {
      const { organizationId, id } = subjectOf({ run })
      const row = await updateBackup(tx, organizationId, { id, status: 'preparing', isStarted: true })
      if (row === undefined) return
      await appendRunEvents(tx, { runId: id, organizationId, events: [toRunEvent(row)] })
      await announce(tx, organizationId, row, 'started')
    },
    async onStep(tx, run, name) {
      const { organizationId, id } = subjectOf({ run })
      const row = await updateBackup(tx, organizationId, { id, status: statusDuring(name) })
      if (row === undefined) return
      const step = { kind: 'step', data: { name, status: 'running', startedAt: new Date().toISOString() } }
      await appendRunEvents(tx, { runId: id, organizationId, events: [step, toRunEvent(row)] })
    },
    async onFinish(tx, run, end) {
      const { organizationId, id } = subjectOf({ run })
      const row = await updateBackup(tx, organizationId, { id, isFinished: true, ...outcomeOf(end) })
      if (row === undefined) return
      await notifyFailedBackup(tx, organizationId, row)
      await afterEnd(tx, organizationId, row)
      await closeRunStream(tx, { runId: id, organizationId, final: toRunEvent(row) })
      await announce(tx, organizationId, row, row.status)
    },
  }
}

function outcomeOf({ status, error }: FinishedRun): BackupUpdate {
  if (status === 'succeeded') return { status, error: null }
  const nothing = { isDiscarded: true, sizeBytes: null, sha256: null, manifest: null } as const
  if (status === 'failed') return { status, error: toRunFailure(error, table), ...nothing }
  return { status: 'cancelled', error: null, ...nothing }
}

/** The text of a problem explains its cause. */
const table: FailureTable = {
  known: Object.fromEntries(
    Object.entries(backupProblems).map(([code, { title, detail, hint }]) => [code, { title, cause: detail, hint }]),
  ),
  unknown: {
    title: 'The backup failed',
    cause: 'The backup stopped for an unknown reason.',
    hint: "Try again. If this keeps happening, give the backup's ID to the operator of this instance.",
  },
}

async function announce(tx: Tx, organizationId: OrganizationId, row: BackupRow, action: string): Promise<void> {
  const { id, environment_id: environmentId } = row
  const state = environmentId === null ? undefined : await findEnvironmentState(tx, organizationId, environmentId)
  await publishBackupUpdated(tx, organizationId, [{ id, environmentId, projectId: state?.projectId ?? null, action }])
}
