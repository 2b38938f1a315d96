import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createLog } from '../platform/log/log.ts'
import { generateIdentity } from '../platform/secrets/unseal.ts'
import { workerSettings } from '../settings.ts'
import { useTestDatabase } from '../testing/test-database.ts'
import { createWorkerContext } from './worker.ts'

const { url } = await useTestDatabase()

test('composes every module once, and closes all connections', async () => {
  const { identity } = await generateIdentity()
  const settings = readConfig(workerSettings, {
    DATABASE_URL: url,
    PUBLIC_URL: 'https://longshore.example.com',
    LINK_SOCKET: '/tmp/longshore-unused.sock',
    LINK_KEY: randomBytes(32).toString('base64'),
    SEALING_IDENTITIES: identity.reveal(),
    RESTATE_INGRESS_URL: 'http://127.0.0.1:9',
    RESTATE_ADMIN_URL: 'http://127.0.0.1:9',
    RESTATE_IDENTITY_KEYS: 'publickeyv1_11111111111111111111111111111111',
    LOG_LEVEL: 'silent',
  })
  const context = await createWorkerContext(settings, createLog({ level: 'silent', process: 'worker' }))
  const calls = context.calls.map(({ name }) => name)
  const loops = context.loops.map(({ health }) => health.name)
  expect(new Set(calls).size).toBe(calls.length)
  expect(new Set(loops).size).toBe(loops.length)
  expect(loops.length).toBeGreaterThan(10)
  expect(calls.length).toBeGreaterThan(15)
  await context.resources.disposeAsync()
  await expect(context.database.ping()).rejects.toThrow()
})
