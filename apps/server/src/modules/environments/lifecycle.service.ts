/** Stop, start, restart and removal of environments: asked for here, done by runs in the worker. */
import type { Actor } from '../../platform/access/actor.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { listUnfinishedRuns, requestCancel, startRun } from '../../platform/durable/runs.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { recordAudit } from '../audit/index.ts'
import { requireConnectedServer } from '../servers/index.ts'
import type { EnvironmentNeighbours } from './environment-neighbours.ts'
import { removeEnvironment, restartEnvironment, startEnvironment, stopEnvironment } from './environment-workflows.ts'
import { publishEnvironmentUpdated } from './environments.events.ts'
import { environmentProblems } from './environments.problems.ts'
import { type EnvironmentRow, lockEnvironment, updateEnvironment } from './environments.repository.ts'
import type { Environment } from './environments.schemas.ts'
import { readEnvironment, requireChangeableEnvironment } from './read-environment.ts'

export interface LifecycleService {
  stop(actor: Actor, id: Id<'env'>): Promise<Environment>
  start(actor: Actor, id: Id<'env'>): Promise<Environment>
  restart(actor: Actor, id: Id<'env'>): Promise<Environment>
  remove(actor: Actor, id: Id<'env'>, query: { force: boolean }): Promise<Environment>
}

interface Options {
  database: Database
  clock: Clock
  neighbours: EnvironmentNeighbours
}

const workflows = { stop: stopEnvironment, start: startEnvironment, restart: restartEnvironment }

export function createLifecycleService(options: Options): LifecycleService {
  const { database } = options
  const begin = (kind: keyof typeof workflows) => (actor: Actor, id: Id<'env'>) =>
    createOnce(database, actor, async (tx) => {
      const { organizationId } = actor
      const row = await requireChangeableEnvironment(tx, organizationId, id)
      requireState(row, kind)
      await requireQuiet(tx, row)
      if (row.live_server_id !== null) await requireConnectedServer(tx, organizationId, row.live_server_id)
      await startRun(tx, { workflow: workflows[kind], key: id, input: { environmentId: id }, organizationId })
      await announce(tx, actor, row, { action: `${kind}_requested` })
      return await readEnvironment(tx, organizationId, { id, neighbours: options.neighbours })
    })
  return {
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

const doing: Readonly<Record<string, string>> = {
  deploy: 'a deployment', 'stop-environment': 'a stop', 'start-environment': 'a start', 'restart-environment': 'a restart',
  'remove-environment': 'its removal', 'tidy-environment': 'a clean-up',
} // biome-ignore format: a table

interface UnderWay {
  id: string
  kind: string
}

/** One thing at a time: a person's call does not stand in line behind what decides something, it is told who is before it. */
async function requireQuiet(tx: Tx, row: EnvironmentRow): Promise<void> {
  const first = (await listUnfinishedRuns(tx, stopEnvironment, row.id)).find((run) => !endsByItself(row, run))
  if (first === undefined) return
  const what = doing[first.kind] ?? first.kind
  throw new AppError(environmentProblems.environment_busy, `${capital(what)} of this environment is under way.`)
}

/**
 * What decides nothing any more: a deployment that is live and takes leave of the version before it, and a clean-up. A call
 * waits in line behind these. The id of a deployment is that of its run.
 */
function endsByItself(row: EnvironmentRow, { id, kind }: UnderWay): boolean {
  return kind === 'tidy-environment' || (kind === 'deploy' && id === row.live_deployment_id)
}

/** The removal stands in line. By force also what runs is ended before. */
async function requestRemoval(
  tx: Tx,
  actor: Actor,
  { id, query, options }: { id: Id<'env'>; query: { force: boolean }; options: Options },
): Promise<Environment> {
  const { organizationId } = actor
  const row = await lockEnvironment(tx, organizationId, id)
  if (row === undefined) throw notFound()
  requireVersion(actor, row.version)
  const read = () => readEnvironment(tx, organizationId, { id, neighbours: options.neighbours })
  if (row.deletion_requested_at !== null && !query.force) return await read()
  if (query.force) for (const run of await listUnfinishedRuns(tx, stopEnvironment, id)) await requestCancel(tx, run.id)
  else await requireQuiet(tx, row)
  await updateEnvironment(tx, organizationId, {
    id,
    status: 'deleting',
    deletion_requested_at: row.deletion_requested_at ?? options.clock.now(),
  })
  const input = { environmentId: id, isForced: query.force }
  await startRun(tx, { workflow: removeEnvironment, key: id, input, organizationId })
  await announce(tx, actor, row, { action: 'deletion_requested', detail: { name: row.name, force: query.force } })
  return await read()
}

async function announce(
  tx: Tx,
  actor: Actor,
  row: EnvironmentRow,
  { action, detail }: { action: string; detail?: Record<string, unknown> },
): Promise<void> {
  await recordAudit(tx, actor, {
    action: `environment.${action}`,
    targetKind: 'environment',
    targetId: row.id,
    ...(detail === undefined ? {} : { detail }),
  })
  await publishEnvironmentUpdated(tx, actor.organizationId, { id: row.id, projectId: row.project_id, action })
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
