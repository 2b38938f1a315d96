/** Requests to stop, start, restart, and remove environments. Worker runs carry them out. */
import type { Actor } from '../../platform/access/actor.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { type AuditVerb, recordAudit } from '../audit/index.ts'
import { requireConnectedServer } from '../servers/index.ts'
import { deletedBy } from '../trash/index.ts'
import { cancelRunsOf } from './cancel-runs.action.ts'
import type { EnvironmentDependencies } from './environment-dependencies.query.ts'
import { publishEnvironmentUpdated } from './environments.events.ts'
import { environmentProblems } from './environments.problems.ts'
import {
  removeEnvironment,
  restartEnvironment,
  startEnvironment,
  stopEnvironment,
  trashEnvironment,
} from './environments.references.ts'
import { type EnvironmentRow, lockEnvironment, updateEnvironment } from './environments.repository.ts'
import type { BackupsOfDeleted, Environment } from './environments.schemas.ts'
import { readEnvironment, requireChangeableEnvironment, requireEnvironment } from './read-environment.query.ts'
import { requireIdleEnvironment } from './require-idle-environment.query.ts'
import { requirePerson } from './require-reveal.query.ts'
import { listServices } from './services.repository.ts'

export interface LifecycleService {
  stop(actor: Actor, id: Id<'env'>): Promise<Environment>
  start(actor: Actor, id: Id<'env'>): Promise<Environment>
  restart(actor: Actor, id: Id<'env'>): Promise<Environment>
  restartService(actor: Actor, path: { id: Id<'env'>; serviceId: Id<'svc'> }): Promise<Environment>
  remove(actor: Actor, id: Id<'env'>, query: RemovalQuery): Promise<Environment>
}

export interface RemovalQuery {
  force: boolean
  backups: BackupsOfDeleted
  /** Skips the trash. */
  permanent: boolean
}

interface Options {
  database: Database
  clock: Clock
  dependencies: EnvironmentDependencies
}

const workflows = { stop: stopEnvironment, start: startEnvironment, restart: restartEnvironment }

export function createLifecycleService(options: Options): LifecycleService {
  const { database } = options
  const begin = (kind: keyof typeof workflows) => (actor: Actor, id: Id<'env'>) =>
    createOnce(database, actor, async (tx) => {
      const { organizationId } = actor
      const row = await requireChangeableEnvironment(tx, organizationId, id)
      requireState(row, kind)
      if (kind === 'start' && (await options.dependencies.isAdoptionUndone?.(tx, organizationId, id)) === true)
        throw new AppError(environmentProblems.environment_replaced)
      await requireIdleEnvironment(tx, row)
      if (row.live_server_id !== null) await requireConnectedServer(tx, organizationId, row.live_server_id)
      await startRun(tx, { workflow: workflows[kind], key: id, input: { environmentId: id }, organizationId })
      await announce(tx, actor, row, { action: `${kind}_requested` })
      return await readEnvironment(tx, organizationId, { id, dependencies: options.dependencies })
    })
  const restartService: LifecycleService['restartService'] = (actor, { id, serviceId }) =>
    createOnce(database, actor, async (tx) => {
      const { organizationId } = actor
      const row = await requireChangeableEnvironment(tx, organizationId, id)
      const [service] = (await listServices(tx, organizationId, [id])).filter((each) => each.id === serviceId)
      if (service === undefined) throw notFound()
      requireState(row, 'restart')
      const live = await options.dependencies.liveRelease(tx, organizationId, id)
      const isLive = live?.services.some(({ name }) => name === service.name) ?? false
      if (!isLive || service.kind === 'cron') throw new AppError(environmentProblems.service_not_running)
      await requireIdleEnvironment(tx, row)
      if (row.live_server_id !== null) await requireConnectedServer(tx, organizationId, row.live_server_id)
      await startRun(tx, {
        workflow: restartEnvironment,
        key: id,
        input: { environmentId: id, serviceId },
        organizationId,
      })
      await announce(tx, actor, row, { action: 'restart_requested', detail: { service: service.name } })
      return await readEnvironment(tx, organizationId, { id, dependencies: options.dependencies })
    })
  return {
    restartService,
    stop: begin('stop'),
    start: begin('start'),
    restart: begin('restart'),
    remove: (actor, id, query) =>
      database.tenant(actor.organizationId, (tx) => requestRemoval(tx, actor, { id, query, options })),
  }
}

function requireState(row: EnvironmentRow, kind: keyof typeof workflows): void {
  if (row.live_deployment_id === null) throw new AppError(environmentProblems.environment_not_deployed)
  const isStopped = row.stopped_at !== null
  if (kind === 'start' && !isStopped) throw new AppError(environmentProblems.environment_not_stopped)
  if (kind !== 'start' && isStopped) throw new AppError(environmentProblems.environment_stopped)
}

/** The removal is queued. With force, running work is canceled first. */
async function requestRemoval(
  tx: Tx,
  actor: Actor,
  { id, query, options }: { id: Id<'env'>; query: RemovalQuery; options: Options },
): Promise<Environment> {
  const { organizationId } = actor
  if (query.permanent) requirePerson(options.clock, actor)
  if (query.force) {
    requireVersion(actor, (await requireEnvironment(tx, organizationId, id)).version)
    await cancelRunsOf(tx, id)
  }
  const row = await lockEnvironment(tx, organizationId, id)
  if (row === undefined) throw notFound()
  requireVersion(actor, row.version)
  const read = () => readEnvironment(tx, organizationId, { id, dependencies: options.dependencies })
  if (row.deletion_requested_at !== null && !query.force) return await read()
  if (!query.force) await requireIdleEnvironment(tx, row)
  await updateEnvironment(tx, organizationId, {
    id,
    status: 'deleting',
    deletion_requested_at: row.deletion_requested_at ?? options.clock.now(),
  })
  const { force, backups, permanent } = query
  const input = { environmentId: id, isForced: force, backups }
  if (permanent) await startRun(tx, { workflow: removeEnvironment, key: id, input, organizationId })
  else {
    const kept = { ...input, by: deletedBy(actor), parentId: null }
    await startRun(tx, { workflow: trashEnvironment, key: id, input: kept, organizationId })
  }
  const detail = { name: row.name, force, backups, permanent }
  await announce(tx, actor, row, { action: 'deletion_requested', detail })
  return await read()
}

async function announce(
  tx: Tx,
  actor: Actor,
  row: EnvironmentRow,
  { action, detail }: { action: AuditVerb<'environment'>; detail?: Record<string, unknown> },
): Promise<void> {
  await recordAudit(tx, actor, {
    action: `environment.${action}`,
    targetKind: 'environment',
    targetId: row.id,
    ...(detail === undefined ? {} : { detail }),
  })
  await publishEnvironmentUpdated(tx, actor.organizationId, { id: row.id, projectId: row.project_id, action })
}
