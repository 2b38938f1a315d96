/** Schedules deployments for later, lists those that wait, and cancels them. A loop in the worker starts them. */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { readDatabaseTime } from '../../../platform/database/database-clock.ts'
import { AppError, invalid, notFound } from '../../../platform/errors/app-error.ts'
import { createOnce } from '../../../platform/idempotency/create-once.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId, newId } from '../../../platform/ids/type-id.ts'
import { recordAudit } from '../../audit/index.ts'
import {
  publishEnvironmentUpdated,
  requireChangeableEnvironment,
  requireEnvironment,
} from '../../environments/index.ts'
import { requireTarget } from '../start-deployment.action.ts'
import { toScheduledDeployment } from './scheduled-deployment.mapper.ts'
import { mostScheduled } from './scheduled-deployments.limits.ts'
import { scheduledDeploymentProblems as problems } from './scheduled-deployments.problems.ts'
import {
  endScheduledDeployment,
  findScheduledDeployment,
  insertScheduledDeployment,
  listPendingScheduled,
  type ScheduledDeploymentRow,
} from './scheduled-deployments.repository.ts'
import type {
  NewScheduledDeploymentBody,
  ScheduledDeployment,
  ScheduledDeployments,
} from './scheduled-deployments.schemas.ts'
import { checkStartTime } from './start-time.policy.ts'

interface Path {
  id: Id<'env'>
  sid: Id<'sdp'>
}

export interface ScheduledDeploymentsService {
  create(actor: Actor, id: Id<'env'>, body: NewScheduledDeploymentBody): Promise<ScheduledDeployment>
  list(actor: Actor, id: Id<'env'>): Promise<ScheduledDeployments>
  get(actor: Actor, path: Path): Promise<ScheduledDeployment>
  cancel(actor: Actor, path: Path): Promise<void>
}

export function createScheduledDeploymentsService({ database }: { database: Database }): ScheduledDeploymentsService {
  return {
    create: (actor, id, body) => createOnce(database, actor, (tx) => create(tx, actor, id, body)),
    async list({ organizationId }, id) {
      return await database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, id)
        const rows = await listPendingScheduled(tx, organizationId, id)
        return { items: rows.map((row) => toScheduledDeployment(row, id)) }
      })
    },
    async get({ organizationId }, { id, sid }) {
      const row = await database.tenant(organizationId, (tx) =>
        findScheduledDeployment(tx, organizationId, { id: sid, environmentId: id }),
      )
      if (row === undefined) throw notFound()
      return toScheduledDeployment(row, id)
    },
    cancel: (actor, path) => database.tenant(actor.organizationId, (tx) => cancel(tx, actor, path)),
  }
}

async function create(
  tx: Tx,
  actor: Actor,
  id: Id<'env'>,
  body: NewScheduledDeploymentBody,
): Promise<ScheduledDeployment> {
  const { organizationId } = actor
  // The lock keeps the limit exact when several people schedule at once.
  const environment = await requireChangeableEnvironment(tx, organizationId, id)
  const problem = checkStartTime(body.startAt, await readDatabaseTime(tx))
  if (problem !== null) {
    const { detail } = problems[problem]
    throw new AppError(problems[problem], detail, { errors: [{ pointer: '/startAt', code: problem, message: detail }] })
  }
  requireRepository(environment.branch, body)
  await requireTarget(tx, organizationId, environment)
  const pending = await listPendingScheduled(tx, organizationId, id)
  if (pending.length >= mostScheduled) throw new AppError(problems.too_many_scheduled_deployments)
  const row = await insertScheduledDeployment(tx, organizationId, {
    id: newId('sdp'),
    environment,
    startAt: body.startAt,
    branch: body.branch ?? null,
    commit: body.commit ?? null,
    clearCache: body.clearCache,
    createdBy: actor.userId,
    createdByToken: actor.tokenId,
  })
  await announce(tx, actor, { row, environment, action: 'created' })
  return toScheduledDeployment(row, id)
}

function requireRepository(
  ownBranch: string | null,
  { commit, branch }: Pick<NewScheduledDeploymentBody, 'commit' | 'branch'>,
): void {
  if (ownBranch !== null || (commit ?? branch) === undefined) return
  const field = commit === undefined ? 'branch' : 'commit'
  throw invalid(`/${field}`, 'unexpected', "can't be set: this project has no repository")
}

async function cancel(tx: Tx, actor: Actor, { id, sid }: Path): Promise<void> {
  const { organizationId } = actor
  const environment = await requireEnvironment(tx, organizationId, id)
  const known = await findScheduledDeployment(tx, organizationId, { id: sid, environmentId: id })
  if (known === undefined) throw notFound()
  if (known.status === 'cancelled') return
  const row = await endScheduledDeployment(tx, organizationId, { id: sid, end: { status: 'cancelled' } })
  if (row === undefined) throw new AppError(problems.scheduled_deployment_ended)
  await announce(tx, actor, { row, environment, action: 'cancelled' })
}

async function announce(
  tx: Tx,
  actor: Actor,
  change: {
    row: ScheduledDeploymentRow
    environment: { id: Id<'env'>; project_id: Id<'prj'> }
    action: 'created' | 'cancelled'
  },
): Promise<void> {
  const { row, environment, action } = change
  const { id, project_id: projectId } = environment
  await recordAudit(tx, actor, {
    action: `scheduled_deployment.${action}`,
    targetKind: 'scheduled_deployment',
    targetId: row.id,
    detail: { environmentId: encodeId('env', id), startAt: row.start_at.toISOString() },
  })
  await publishEnvironmentUpdated(tx, actor.organizationId, { id, projectId, action: `schedule_${action}` })
}
