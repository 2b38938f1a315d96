import { expect, test, vi } from 'vitest'
import { createLog } from '../../platform/log/log.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment } from '../../testing/test-deployments.ts'
import { createLogCollector } from './log-collector.poller.ts'
import { LeaseLost } from './save-log-batch.remote.ts'

const { database } = await useTestDatabase()
const db = database.systemDb

test('reading resumes while the worker holds the server, and ends for good with the lease', async () => {
  const { serverId, environmentId } = await createTestEnvironment(database)
  await db.updateTable('servers').set({ connected_at: new Date() }).where('id', '=', serverId).execute()
  await db.updateTable('environments').set({ status: 'live' }).where('id', '=', environmentId).execute()
  let sessions = 0
  let isReading = false
  const access = {
    async use(_organization: unknown, _server: unknown, _work: unknown, { signal }: { signal: AbortSignal }) {
      sessions += 1
      if (sessions === 1) throw new LeaseLost('on purpose')
      isReading = true
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      isReading = false
    },
  }
  await using collector = createLogCollector({
    database,
    access: access as never,
    containers: { instance: 'i', ownerOf: () => undefined, secretsOf: async () => [], onEnd: async () => undefined },
    log: createLog({ level: 'silent', process: 'worker' }),
    maxBytes: 1,
    everyMs: 20,
  })
  await collector.start()
  await vi.waitFor(() => expect([sessions, isReading]).toEqual([2, true]), { timeout: 5_000 })
  await db
    .updateTable('runtime_log_leases')
    .set({ owner: '00000000-0000-4000-8000-000000000009', expires_at: new Date(Date.now() + 60_000) })
    .where('server_id', '=', serverId)
    .execute()
  await vi.waitFor(() => expect(isReading).toBe(false), { timeout: 5_000 })
  expect(sessions).toBe(2)
})
