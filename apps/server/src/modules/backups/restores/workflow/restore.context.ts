/** Shared by all restore steps: the row, the database, the connection to the server, and error handling. */
import type { DataRuntime, Runtime } from '@longshore/remote/runtime'
import type { Database, OrganizationId } from '../../../../platform/database/database.ts'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import type { Run, Step, StepOptions } from '../../../../platform/durable/workflow.ts'
import { brandId, type Id } from '../../../../platform/ids/brand.ts'
import {
  type DataRuntimes,
  type LiveApps,
  type LiveDatabase,
  type LiveDatabases,
  type LiveVolumes,
  remoteStep,
  restoreContainerName,
} from '../../../workloads/worker.ts'
import type { BackupTools } from '../../archives/workflow/backup-tools.context.ts'
import { findRestore, type RestoreId, type RestoreRow } from '../restores.repository.ts'

export interface RestoreTools {
  readonly database: Database
  readonly runtimes: DataRuntimes
  readonly databases: LiveDatabases
  readonly volumes: LiveVolumes
  readonly apps: LiveApps
  readonly backups: BackupTools
  readonly clock: { now(): number; wait(ms: number, signal: AbortSignal): Promise<void> }
  /** Stays free on servers. */
  readonly diskReserveBytes: number
}

export interface Subject {
  readonly organizationId: OrganizationId
  readonly environmentId: Id<'env'>
  readonly restoreId: RestoreId
}

interface AnyInput {
  readonly environmentId: string
  readonly restoreId?: string
}

export function subjectOf({ run }: { run: Run<AnyInput> }): Subject {
  return {
    organizationId: run.organizationId,
    environmentId: brandId<'env'>(run.input.environmentId),
    restoreId: brandId<'rst'>(run.input.restoreId ?? run.id),
  }
}

export async function loadRestore({ database }: RestoreTools, subject: Subject): Promise<RestoreRow> {
  const { organizationId, restoreId: id } = subject
  const row = await database.tenant(organizationId, (tx) => findRestore(tx, organizationId, { id }))
  if (row === undefined) throw new PermanentError('not_found', 'The restore was deleted in the meantime.')
  return row
}

export interface RestoreTarget {
  readonly row: RestoreRow
  readonly live: LiveDatabase
  readonly runtime: Runtime & DataRuntime
}

/** Runs `work` on the server that has the database. */
export async function onServer<Result>(
  tools: RestoreTools,
  context: { run: Run<AnyInput>; signal: AbortSignal },
  work: (place: RestoreTarget) => Promise<Result>,
): Promise<Result> {
  const subject = subjectOf(context)
  const row = await loadRestore(tools, subject)
  const live = await tools.databases.open(subject, row.service_id)
  return await tools.runtimes.use(
    subject.organizationId,
    live.serverId,
    (runtime) => work({ row, live, runtime }),
    context.signal,
  )
}

export function containerNameOf({
  row: { service_id: serviceId },
  runId,
}: {
  row: RestoreRow
  runId: Id<'run'>
}): string {
  return restoreContainerName(serviceId, runId)
}

/** With the pauses between them, two to three minutes: a server restart must not fail a restore or its undo. */
export const slowAttempts = 12

export function restoreStep<Input extends AnyInput, Output>(options: StepOptions<Input, Output>): Step<Input, Output> {
  return remoteStep<Input, Output>({ attempts: slowAttempts, ...options })
}
