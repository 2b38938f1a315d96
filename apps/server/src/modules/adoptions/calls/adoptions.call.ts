/** Worker side of the calls about compose projects on a server. */
import { EngineError } from '@longshore/remote/docker'
import { RuntimeError } from '@longshore/remote/runtime'
import { RemoteError } from '@longshore/remote/ssh'
import { createForeignStacks } from '@longshore/remote/stacks'
import type { OrganizationId } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { limitConcurrency } from '../../../platform/limits/limit-concurrency.ts'
import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import { RefusedError } from '../../../platform/link/link-problems.ts'
import type { Sealer } from '../../../platform/secrets/seal.ts'
import { serverProblems } from '../../servers/index.ts'
import type { ServerAccess } from '../../servers/worker.ts'
import { adoptionProblems } from '../adoptions.problems.ts'
import { listComposeProjects, type Reading } from '../compose-stacks.remote.ts'
import { planAdoption, prepareStack } from '../prepare-stack.remote.ts'
import { listProjectsCall, planCall, prepareCall } from './adoptions.definition.ts'

export interface AdoptionCallOptions {
  readonly access: Pick<ServerAccess, 'use'>
  readonly instance: string
  readonly sealer: Sealer
}

const connectDeadlineMs = 10_000
/** Each has what the Engine reports in memory. Callers wait, so a longer queue would only time out. */
const atOnce = 2
const maxWaiting = 8

export function createAdoptionCalls(options: AdoptionCallOptions): LinkHandler[] {
  const onFull = () => new AppError(adoptionProblems.adoptions_busy, undefined, { retryAfterSeconds: 10 })
  const limit = limitConcurrency(atOnce, { max: maxWaiting, onFull })
  const read = <Result>(where: Where, work: (reading: Reading) => Promise<Result>) =>
    limit(async () => {
      where.signal.throwIfAborted()
      return await reading(options, where, work)
    })
  return [
    handleCall(listProjectsCall, ({ serverId }, { organizationId, signal }) =>
      read({ organizationId, serverId, signal }, async (from) => ({ items: await listComposeProjects(from) })),
    ),
    handleCall(planCall, ({ serverId, name, services }, { organizationId, signal }) =>
      read({ organizationId, serverId, signal }, (from) => planAdoption({ ...from, name, chosen: services })),
    ),
    handleCall(prepareCall, ({ serverId, name, services }, { organizationId, signal }) => {
      const { sealer } = options
      const owner = required(organizationId)
      const where = { organizationId, serverId, signal }
      return read(where, (from) => prepareStack({ ...from, sealer, organizationId: owner, name, chosen: services }))
    }),
  ]
}

interface Where {
  readonly organizationId: OrganizationId | null
  readonly serverId: Id<'srv'>
  readonly signal: AbortSignal
}

async function reading<Result>(
  { access, instance }: AdoptionCallOptions,
  { organizationId, serverId, signal }: Where,
  work: (reading: Reading) => Promise<Result>,
): Promise<Result> {
  const does = (connection: Parameters<typeof createForeignStacks>[0]) =>
    work({ stacks: createForeignStacks(connection, { instance }), signal })
  try {
    return await access.use(required(organizationId), serverId, does, { deadlineMs: connectDeadlineMs, signal })
  } catch (error) {
    throw explained(error)
  }
}

function explained(error: unknown): unknown {
  if (error instanceof RemoteError)
    return new AppError(serverProblems.server_not_connected, error.message, { hint: error.hint, cause: error })
  if (error instanceof RuntimeError || error instanceof EngineError)
    return new AppError(adoptionProblems.compose_projects_unreadable, error.message.slice(0, 500), { cause: error })
  return error
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new RefusedError('invalid_arguments')
  return value
}
