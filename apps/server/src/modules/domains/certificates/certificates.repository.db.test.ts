import { beforeEach, expect, test } from 'vitest'
import { newId } from '../../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../testing/test-deployments.ts'
import { type CertificateChange, scheduleCertificateCheck } from './certificates.repository.ts'
import { takeDueServers } from './certificates.system-repository.ts'
import { readCertificates } from './read-certificates.query.ts'
import { recordCertificates } from './record-certificates.action.ts'

const { database } = await useTestDatabase()
let fixture: TestEnvironment
let hostname: string

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  hostname = `${newId('dom').slice(-12)}.example.com`
  await database.systemDb
    .updateTable('servers')
    .set({ connected_at: new Date() })
    .where('id', '=', fixture.serverId)
    .execute()
})

const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds)
const found = (change: Partial<CertificateChange> = {}): CertificateChange => ({
  hostname,
  status: 'pending',
  mayIssue: false,
  issuer: null,
  notBefore: null,
  notAfter: null,
  renewAt: null,
  nextTryAt: null,
  lastError: null,
  steps: [],
  ...change,
})
const active = () =>
  found({
    status: 'active',
    mayIssue: true,
    issuer: 'Test authority',
    notBefore: inMs(-1_000),
    notAfter: inMs(90_000),
    renewAt: inMs(60_000),
    steps: [{ name: 'installed', at: new Date().toISOString(), detail: null }],
  })

const note = (...changes: CertificateChange[]) =>
  database.tenant(fixture.organizationId, (tx) =>
    recordCertificates(tx, fixture.organizationId, { serverId: fixture.serverId, found: changes, now: new Date() }),
  )
const read = async (organizationId = fixture.organizationId) =>
  (await database.tenant(organizationId, (tx) => readCertificates(tx, organizationId, [hostname])))[0]
const nextCheckAt = async () =>
  (
    await database.systemDb
      .selectFrom('certificate_looks')
      .select('look_at')
      .where('server_id', '=', fixture.serverId)
      .executeTakeFirst()
  )?.look_at

test('stores what a proxy reports once, shows it with a hint, and deletes it when the proxy no longer reports it', async () => {
  expect(await read()).toBeUndefined()
  expect(await note(found())).toEqual([hostname])
  expect(await note(found())).toEqual([])
  const failed = found({ status: 'failed', lastError: { code: 'acme_caa_forbids', message: 'CAA says no' } })
  expect(await note(failed)).toEqual([hostname])
  expect(await read()).toMatchObject({
    status: 'failed',
    lastError: { code: 'acme_caa_forbids', detail: 'CAA says no', hint: expect.stringContaining('CAA') },
  })
  const good = active()
  expect(await note(good)).toEqual([hostname])
  expect(await note(good)).toEqual([])
  expect(await read()).toMatchObject({ status: 'active', issuer: 'Test authority', lastError: null })
  expect(await note()).toEqual([hostname])
  expect(await read()).toBeUndefined()
})

test('shows an expired certificate as expired although no check ran since', async () => {
  await note({ ...active(), notAfter: inMs(-1) })
  expect((await read())?.status).toBe('expired')
})

test('schedules the next check when a change is expected, and not for problems that people must fix', async () => {
  await note(found())
  expect(await nextCheckAt()).toBeUndefined()
  await note(found({ status: 'issuing', mayIssue: true }))
  expect((await nextCheckAt())?.getTime()).toBeLessThan(Date.now() + 5_000)
  const before = Date.now()
  await note(active())
  const planned = (await nextCheckAt())?.getTime() ?? 0
  expect(planned).toBeGreaterThan(before + 55_000)
  expect(planned).toBeLessThan(Date.now() + 70_000)
})

test('one worker claims a server that is due', async () => {
  await database.tenant(fixture.organizationId, (tx) =>
    scheduleCertificateCheck(tx, fixture.organizationId, { serverId: fixture.serverId, inMs: -1 }),
  )
  const take = () => takeDueServers(database.systemDb, { limit: 1_000, againMs: 30_000 })
  const taken = (await Promise.all([take(), take(), take()])).flat()
  expect(taken.filter(({ serverId }) => serverId === fixture.serverId)).toHaveLength(1)
})

test('another organization sees none of it', async () => {
  await note(active())
  const other = await createTestEnvironment(database)
  expect(await read(other.organizationId)).toBeUndefined()
})
