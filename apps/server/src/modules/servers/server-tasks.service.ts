/** Longer work on servers: requested here, done by runs in the worker, one of a kind at a time. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { recordAudit } from '../audit/index.ts'
import { requireChangeableServer, requireConnectedServer, requireServer } from './require-server.query.ts'
import { toServerTask } from './server.mapper.ts'
import { sealServerKey } from './server-keys.crypto.ts'
import { insertServerKey } from './server-keys.repository.ts'
import { findTask, findUnfinishedTask, insertTask, listTasks } from './server-tasks.repository.ts'
import type { ServerTask, ServerTaskKind, ServerTasksQuery } from './server-tasks.schemas.ts'
import { publishServerUpdated } from './servers.events.ts'
import { serverProblems } from './servers.problems.ts'
import { cleanServer, connectServer, installDocker, rotateServerKey } from './servers.references.ts'

export interface ServerTasksService {
  list(actor: Actor, id: Id<'srv'>, query: ServerTasksQuery): Promise<Page<ServerTask>>
  get(actor: Actor, id: Id<'srv'>, taskId: Id<'run'>): Promise<ServerTask>
  check(actor: Actor, id: Id<'srv'>): Promise<ServerTask>
  rotateKey(actor: Actor, id: Id<'srv'>, body: { removeOldKey?: boolean | undefined }): Promise<ServerTask>
  cleanup(actor: Actor, id: Id<'srv'>, body: { dryRun: boolean }): Promise<ServerTask>
  installDocker(actor: Actor, id: Id<'srv'>): Promise<ServerTask>
}

export function createServerTasksService(options: { database: Database; sealer: Sealer }): ServerTasksService {
  const { database, sealer } = options
  return {
    async list(actor, id, query) {
      const { organizationId } = actor
      const rows = await database.tenant(organizationId, async (tx) => {
        await requireServer(tx, organizationId, id)
        return await listTasks(tx, organizationId, {
          serverId: id,
          before: query.cursor,
          limit: query.limit,
          kind: query.kind,
        })
      })
      return toPage(rows.map(toServerTask), query.limit)
    },
    async get(actor, id, taskId) {
      const row = await database.tenant(actor.organizationId, (tx) =>
        findTask(tx, actor.organizationId, { serverId: id, id: taskId }),
      )
      if (row === undefined) throw notFound()
      return toServerTask(row)
    },
    check: (actor, id) =>
      createOnce(database, actor, async (tx) => {
        await requireChangeableServer(tx, actor.organizationId, id)
        const subject = {
          workflow: connectServer,
          key: id,
          input: { serverId: id },
          organizationId: actor.organizationId,
        }
        return await begin(tx, actor, { id, kind: 'check', start: () => startRun(tx, subject) })
      }),
    async rotateKey(actor, id, body) {
      const { organizationId } = actor
      const key = await sealServerKey(sealer, { serverId: id, organizationId, state: 'next' })
      return await createOnce(database, actor, async (tx) => {
        await requireChangeableServer(tx, organizationId, id)
        const row = await requireConnectedServer(tx, organizationId, id)
        const input = { serverId: id, removeOld: body.removeOldKey ?? row.has_generated_key }
        const start = async () => {
          await insertServerKey(tx, organizationId, key)
          return await startRun(tx, { workflow: rotateServerKey, key: id, input, organizationId })
        }
        return await begin(tx, actor, { id, kind: 'rotate_key', start, detail: { removeOld: input.removeOld } })
      })
    },
    cleanup: (actor, id, { dryRun }) =>
      createOnce(database, actor, async (tx) => {
        const { organizationId } = actor
        await requireChangeableServer(tx, organizationId, id)
        await requireConnectedServer(tx, organizationId, id)
        const start = () =>
          startRun(tx, { workflow: cleanServer, key: id, input: { serverId: id, dryRun }, organizationId })
        return await begin(tx, actor, { id, kind: 'cleanup', start, detail: { dryRun } })
      }),
    installDocker: (actor, id) =>
      createOnce(database, actor, async (tx) => {
        const { organizationId } = actor
        await requireChangeableServer(tx, organizationId, id)
        const row = await requireConnectedServer(tx, organizationId, id)
        if (row.facts !== null && row.facts.docker !== null) throw new AppError(serverProblems.docker_already_installed)
        const start = () => startRun(tx, { workflow: installDocker, key: id, input: { serverId: id }, organizationId })
        return await begin(tx, actor, { id, kind: 'install_docker', start })
      }),
  }
}

interface Beginning {
  id: Id<'srv'>
  kind: ServerTaskKind
  start: () => Promise<Id<'run'>>
  detail?: Record<string, unknown>
}

/** The server's row is locked, so a second request sees the task of the first. */
async function begin(tx: Tx, actor: Actor, { id, kind, start, detail }: Beginning): Promise<ServerTask> {
  const { organizationId } = actor
  const running = await findUnfinishedTask(tx, organizationId, { serverId: id, kind })
  if (running !== undefined) throw new AppError(serverProblems.server_busy)
  const task = await insertTask(tx, organizationId, { id: await start(), serverId: id, kind })
  await recordAudit(tx, actor, {
    action: `server.${kind}_requested`,
    targetKind: 'server',
    targetId: id,
    ...(detail === undefined ? {} : { detail }),
  })
  await publishServerUpdated(tx, organizationId, { id, action: `${kind}_requested` })
  return toServerTask(task)
}
