/** What the runs share that change an environment on servers without deploying: subject, way to the server, errors. */
import type { Runtime } from '@longshore/remote/runtime'
import { z } from 'zod'
import type { Database, OrganizationId, Tx } from '../../../../platform/database/database.ts'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { type Run, type Step, type StepOptions, step } from '../../../../platform/durable/workflow.ts'
import { brandId, type Id } from '../../../../platform/ids/brand.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import type { BackupsOfDeleted } from '../../../environments/environments.schemas.ts'
import { type EnvironmentState, type EnvironmentSubject, findEnvironmentState } from '../../../environments/index.ts'
import { labelNames } from '../../server-names.policy.ts'
import type { DeployDeps, DeploymentRecords } from '../deploy-ports.ts'
import { explainRemote } from '../remote-failure.ts'

export interface EnvironmentWork {
  readonly database: Database
  readonly runtimes: DeployDeps['runtimes']
  readonly records: Pick<
    DeploymentRecords,
    | 'desired'
    | 'release'
    | 'otherReleases'
    | 'openVariables'
    | 'openCredentials'
    | 'openRegistry'
    | 'dataVolumes'
    | 'attachedHostnames'
    | 'proxyConfiguration'
    | 'markProxyLoaded'
  >
  readonly log: DeployDeps['log']
  readonly programs: DeployDeps['programs']
  readonly clock: DeployDeps['clock']
  /** Rows of the environment's routes go, and every proxy that had one is due for a new configuration. */
  forgetRoutes(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<void>
  /** Backups keep the names of what they are of; or their removal begins. */
  detachOrRemoveBackups(
    tx: Tx,
    organizationId: OrganizationId,
    left: { environmentId: Id<'env'>; backups: BackupsOfDeleted },
  ): Promise<void>
  /** The last environment of a project that is being deleted is gone. */
  afterRemoval(tx: Tx, organizationId: OrganizationId, projectId: Id<'prj'>): Promise<void>
  /** An environment of a project that is being deleted could not be removed: the project stays, and can be asked to go again. */
  afterFailedRemoval(tx: Tx, organizationId: OrganizationId, projectId: Id<'prj'>): Promise<void>
}

export interface Place {
  organizationId: OrganizationId
  environmentId: Id<'env'>
}

export const Empty = z.object({})

export function placeOf({ run }: { run: Run<EnvironmentSubject> }): Place {
  if (run.organizationId === null) throw new Error(`run ${run.id} has no organization`)
  return { organizationId: run.organizationId, environmentId: brandId<'env'>(run.input.environmentId) }
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

/** On the server that has the live release; one that was never deployed has nothing to do there. */
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

/** Errors carry the code of what happened on the server; a broken connection is tried again. */
export function environmentStep<Input extends EnvironmentSubject, Output>(
  options: StepOptions<Input, Output>,
): Step<Input, Output> {
  return step<Input, Output>({
    ...options,
    async run(context) {
      try {
        return await options.run(context)
      } catch (error) {
        throw explainRemote(error, { isLast: context.attempt >= (options.attempts ?? 5) })
      }
    },
  })
}
