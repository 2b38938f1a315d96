/**
 * Removes a server: cleans up what Longshore left on it, then deletes its row. An unreachable server, or one of another
 * instance, doesn't keep its row: the event reports what was left behind.
 */
import { createEngine } from '@longshore/remote/docker'
import { removeLimitsImages } from '@longshore/remote/images'
import { removeProxy } from '@longshore/remote/proxy'
import { RemoteError, type ServerConnection } from '@longshore/remote/ssh'
import { z } from 'zod'
import { type StepContext, step, type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { type DeletedBy, findTrashItem, forgetTrashItem, keepInTrash } from '../../trash/index.ts'
import { removeAuthorizedKey } from '../authorized-keys.remote.ts'
import { findLabeled, removeItems } from '../labeled-items.remote.ts'
import { ownerOf, readServerOwner, releaseServer } from '../owner-file.remote.ts'
import { readInstanceId } from '../server-instance.system-repository.ts'
import { publishServerUpdated } from '../servers.events.ts'
import { removeServer } from '../servers.references.ts'
import { deleteServer, findServer, type ServerRow } from '../servers.repository.ts'
import { type ServerWork, subjectOf } from './servers.context.ts'

type Input = z.output<typeof removeServer.input>
type Context = StepContext<Input>
/** A server that is permanently gone must not keep users waiting. */
const loginMs = 10_000

const CleanedUp = z.object({ wasCleaned: z.boolean() })

export function createRemoveServer(work: ServerWork): Workflow<Input> {
  const cleanUp = step({
    name: 'clean-up-target',
    output: CleanedUp,
    deadlineMs: 60_000,
    retriesDeadline: true,
    attempts: 2,
    cancellable: false,
    // A server in the trash keeps its login, so that it can come back.
    run: async (context: Context) =>
      context.input.by === undefined ? await cleanUpTarget(work, context) : { wasCleaned: false },
  })
  const forget = step({
    name: 'forget',
    output: z.object({}),
    deadlineMs: 15_000,
    retriesDeadline: true,
    async run(context: Context) {
      const { organizationId, id } = subjectOf(context)
      const { wasCleaned } = context.output(cleanUp)
      await work.access.drop(id)
      context.record(async (tx) => {
        if (context.input.by !== undefined) return await moveToTrash(tx, context, context.input.by)
        if (!(await deleteServer(tx, organizationId, id))) return
        const { trashItemId } = context.input
        const item = trashItemId === undefined ? undefined : await findTrashItem(tx, organizationId, trashItemId)
        if (item !== undefined) await forgetTrashItem(tx, organizationId, item)
        await publishServerUpdated(tx, organizationId, { id, action: 'deleted', detail: { wasCleaned } })
      })
      return {}
    },
  })
  return workflow(removeServer, [cleanUp, forget])
}

type Tx = Parameters<Parameters<Context['record']>[0]>[0]

async function moveToTrash(tx: Tx, context: Context, by: DeletedBy): Promise<void> {
  const { organizationId, id } = subjectOf(context)
  const row = await findServer(tx, organizationId, id)
  if (row === undefined) return
  const facts = { host: row.host, port: row.port, removeProxy: context.input.removeProxy }
  const about = { kind: 'server', subjectId: id, name: row.name, serverId: id, facts, by } as const
  await keepInTrash(tx, organizationId, about)
  await publishServerUpdated(tx, organizationId, { id, action: 'deleted', detail: { wasCleaned: false } })
}

async function cleanUpTarget(work: ServerWork, context: Context): Promise<z.output<typeof CleanedUp>> {
  const { organizationId, id } = subjectOf(context)
  const row = await work.database.tenant(organizationId, (tx) => findServer(tx, organizationId, id))
  if (row === undefined || row.connected_at === null) return { wasCleaned: row === undefined }
  const { signal } = context
  try {
    await work.access.use(organizationId, id, (connection) => removeRow(work, connection, row, context), {
      deadlineMs: loginMs,
      signal,
    })
    return { wasCleaned: true }
  } catch (error) {
    signal.throwIfAborted()
    // The reason is for the operator; the row is deleted either way.
    context.log.warn({ err: error, serverId: id }, 'nothing could be removed from a deleted server')
    if (error instanceof RemoteError || context.attempt >= 2) return { wasCleaned: false }
    throw error
  }
}

async function removeRow(
  work: ServerWork,
  connection: ServerConnection,
  row: ServerRow,
  { input, signal }: Context,
): Promise<void> {
  const owner = await ownerOf(work, row)
  const isOurs = (await readServerOwner(connection, owner, signal)).isOurs
  if (isOurs && input.removeProxy) {
    const engine = createEngine(connection)
    const instance = await readInstanceId(work.database.systemDb)
    await removeItems(engine, await findLabeled(engine, { instance, alsoInUse: true, signal }), signal)
    await removeProxy(engine, instance, { signal })
    await removeLimitsImages(engine, { signal })
  }
  if (isOurs) await releaseServer(connection, owner, signal)
  // Last, because no login works afterwards.
  if (row.has_generated_key) await removeAuthorizedKey(connection, row.public_key, signal)
}
