/** Background work that stalls, loses its database, or keeps the database busy. */
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createEnvironment, load, openDatabase } from './checkout-modules.ts'
import type { Finding } from './finding.ts'

type Collection = typeof import('../../../apps/server/src/modules/runtime-logs/log-collection.repository.ts')
type Leases = typeof import('../../../apps/server/src/modules/runtime-logs/runtime-logs.system-repository.ts')
type Chunks = typeof import('../../../apps/server/src/platform/events/log-chunks.ts')
type DatabaseModule = typeof import('../../../apps/server/src/platform/database/database.ts')

export const stalledCollector: Finding = {
  id: 'H4',
  title: "A worker that stalls for 15 seconds never reads a server's logs again",
  async provoke(testEnv) {
    const { database } = await openDatabase(testEnv)
    await using _ = database
    const { organizationId, serverId, environmentId } = await createEnvironment(testEnv, database)
    const { takeLeases } = await load<Leases>(testEnv, 'modules/runtime-logs/runtime-logs.system-repository.ts')
    const { holdLease } = await load<Collection>(testEnv, 'modules/runtime-logs/log-collection.repository.ts')
    const db = database.systemDb
    await db.updateTable('servers').set({ connected_at: new Date() }).where('id', '=', serverId).execute()
    await db.updateTable('environments').set({ status: 'live' }).where('id', '=', environmentId).execute()
    const owner = crypto.randomUUID()
    const held = await takeLeases(db, { owner, leaseMs: 1, limit: 1_000 })
    if (!held.some((each) => each.serverId === serverId)) throw new Error('the server was not taken')
    await delay(50)
    const isHeld = await database.tenant(organizationId, (tx) => holdLease(tx, organizationId, { serverId, owner }))
    return { broken: !isHeld, how: isHeld ? 'it writes after the stall' : 'its own expired lease counts as lost' }
  },
}

export const deadConnection: Finding = {
  id: 'M9',
  title: 'Queries hang when the database is gone without a word',
  async provoke(testEnv) {
    const { createDatabase } = await load<DatabaseModule>(testEnv, 'platform/database/database.ts')
    await using line = await openLine((await testEnv.database()).url)
    await using database = createDatabase({ url: line.url, poolSize: 1, applicationName: 'provoke' })
    await database.ping()
    line.cut()
    const withinMs = 30_000
    const answer = database.ping().then(
      () => 'answered',
      () => 'failed',
    )
    const end = await Promise.race([answer, delay(withinMs, 'hangs', { ref: false })])
    // Lets the pool close.
    line.close()
    return { broken: end === 'hangs', how: `the query ${end} within ${withinMs / 1_000} s` }
  },
}

export const notifyingLogs: Finding = {
  id: 'M11',
  title: 'A busy log commits with a notification four times a second',
  async provoke(testEnv) {
    const { LogChunks } = await load<Chunks>(testEnv, 'platform/events/log-chunks.ts')
    let writes = 0
    const seconds = 4
    {
      await using log = new LogChunks({
        write: async () => {
          writes += 1
        },
      })
      for (let n = 0; n < seconds * 20; n += 1) {
        await log.push(`line ${n}\n`)
        await delay(50)
      }
    }
    return { broken: writes > seconds + 2, how: `${writes} writes in ${seconds} s` }
  },
}

/** A proxy to a database on a unix socket that can be cut without notifying either end. */
async function openLine(target: string) {
  const [, name, folder] = /\/(\w+)\?host=(.*)$/.exec(target) ?? []
  const socketPath = `${decodeURIComponent(folder ?? '')}/.s.PGSQL.5432`
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(socketPath)
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) sockets.push(socket.on('error', () => undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/${name}`,
    cut: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    close,
    [Symbol.asyncDispose]: async () => close(),
  }
}
