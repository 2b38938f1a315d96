/** What every step of a deployment shares: its subject, the way to the server, and what becomes of an error there. */
import { type Runtime, RuntimeError } from '@longshore/remote/runtime'
import { RemoteError } from '@longshore/remote/ssh'
import type { OrganizationId } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { type Run, type Step, type StepOptions, step } from '../../../platform/durable/workflow.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import type { DeploySubject } from '../deployment-workflows.ts'
import type { DeployDeps } from './deploy-ports.ts'

export interface Subject {
  organizationId: OrganizationId
  environmentId: Id<'env'>
  deploymentId: Id<'dep'>
  serverId: Id<'srv'>
  buildServerId: Id<'srv'>
}

export function subjectOf({ run }: { run: Run<DeploySubject> }): Subject {
  if (run.organizationId === null) throw new Error(`run ${run.id} has no organisation`)
  const { environmentId, serverId, buildServerId } = run.input
  return {
    organizationId: run.organizationId,
    environmentId: brandId<'env'>(environmentId),
    deploymentId: brandId<'dep'>(run.id),
    serverId: brandId<'srv'>(serverId),
    buildServerId: brandId<'srv'>(buildServerId),
  }
}

type OnServer = { run: Run<DeploySubject>; signal: AbortSignal }

/** On the environment's server. */
export async function onServer<Result>(
  { runtimes }: Pick<DeployDeps, 'runtimes'>,
  context: OnServer,
  work: (runtime: Runtime) => Promise<Result>,
): Promise<Result> {
  const { organizationId, serverId } = subjectOf(context)
  return await runtimes.use(organizationId, serverId, work, context.signal)
}

/** Codes that another try cannot change. */
const finalCodes: ReadonlySet<string> = new Set([
  'address_not_allowed', 'host_key_unknown', 'host_key_changed', 'key_refused', 'key_unreadable', 'key_passphrase_needed',
  'key_passphrase_wrong', 'docker_missing', 'docker_socket_denied',
]) // biome-ignore format: a list

/**
 * With the pauses between them, two to three minutes: a server that is started again must not cost a deployment, and least
 * of all its undo, since that gives the traffic back.
 */
const patientAttempts = 12

/** A step whose errors carry the code of what happened on the server; a broken connection is tried again. */
export function deployStep<Output>(options: StepOptions<DeploySubject, Output>): Step<DeploySubject, Output> {
  const { attempts = patientAttempts } = options
  return step<DeploySubject, Output>({
    ...options,
    attempts,
    async run(context) {
      try {
        return await options.run(context)
      } catch (error) {
        throw explain(error, context.attempt >= attempts)
      }
    },
  })
}

function explain(error: unknown, isLast: boolean): unknown {
  if (error instanceof RuntimeError) {
    const { exitCode, logTail } = error
    const details = { ...(exitCode === undefined ? {} : { exitCode }), ...(logTail === undefined ? {} : { logTail }) }
    return new PermanentError(error.code, error.message, { details, cause: error })
  }
  if (!(error instanceof RemoteError) || error.code === 'cancelled') return error
  if (!isLast && !finalCodes.has(error.code)) return error
  return new PermanentError(error.code, error.message, { hint: error.hint, cause: error })
}
