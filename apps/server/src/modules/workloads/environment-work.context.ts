/**
 * Shared by runs that change an environment on servers without a deployment: subject, connection to the server, and
 * error handling.
 */
import type { Runtime } from '@longshore/remote/runtime'
import { z } from 'zod'
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import type { Run } from '../../platform/durable/workflow.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { type EnvironmentState, type EnvironmentSubject, findEnvironmentState } from '../environments/index.ts'
import type { ProgramRecords } from './programs/program-ports.context.ts'
import { labelNames } from './server-names.policy.ts'
import type { Runtimes, WorkloadClock, WorkloadRecords } from './workloads.context.ts'

/** Dependencies of runs and commands that work on an environment's servers. */
export interface EnvironmentWork {
  readonly database: Database
  readonly runtimes: Runtimes
  readonly records: WorkloadRecords
  readonly programs: ProgramRecords
  readonly clock: WorkloadClock
}

export interface Place {
  organizationId: OrganizationId
  environmentId: Id<'env'>
}

export const Empty = z.object({})

export function placeOf({ run }: { run: Run<EnvironmentSubject> }): Place {
  return { organizationId: run.organizationId, environmentId: run.input.environmentId }
}

export async function loadEnvironment(
  { database }: Pick<EnvironmentWork, 'database'>,
  { organizationId, environmentId }: Place,
): Promise<EnvironmentState> {
  const state = await database.tenant(organizationId, (tx) => findEnvironmentState(tx, organizationId, environmentId))
  if (state === undefined) throw new PermanentError('not_found', 'The environment was deleted in the meantime.')
  return state
}

export function labelsOfEnvironment(environmentId: Id<'env'>): Record<string, string> {
  return { [labelNames.environment]: encodeId('env', environmentId) }
}

/** Runs on the server of the live release. Does nothing for an environment that was never deployed. */
export async function onLiveServer(
  work: EnvironmentWork,
  { organizationId }: Place,
  state: EnvironmentState,
  { signal, does }: { signal: AbortSignal; does: (runtime: Runtime) => Promise<void> },
): Promise<void> {
  const serverId = state.liveServerId ?? state.serverId
  if (serverId === null || state.liveDeploymentId === null) return
  await work.runtimes.use(organizationId, serverId, does, signal)
}
