import { expect, it } from 'vitest'
import { createUnsealer, generateIdentity } from '../../../platform/secrets/unseal.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../testing/test-deployments.ts'
import { createProxyRecords } from './proxy-records.remote.ts'
import { findProxyVersions, recordLoadedConfiguration, requestConfiguration } from './server-proxies.repository.ts'

const { database } = await useTestDatabase()
const { identity } = await generateIdentity()
const unsealer = await createUnsealer([identity])

const change = ({ organizationId, serverId }: TestEnvironment) =>
  database.tenant(organizationId, async (tx) => {
    await requestConfiguration(tx, organizationId, serverId)
    return (await findProxyVersions(tx, organizationId, serverId))?.wanted ?? 0
  })

function recordsOf(wanted: { isOwn: boolean }) {
  return createProxyRecords({
    database,
    unsealer,
    wantedProxy: async () => ({ ...wanted, claim: 1 }),
    dashboardRoute: null,
    frontProxy: null,
    settings: { addressDomain: null },
    isTxtRequired: async () => false,
    networks: {},
    authority: { directory: 'https://acme.example.org/directory', roots: null, email: null },
  })
}

it('a server that was removed and added again starts above all versions that its proxy may remember', async () => {
  const before = await createTestEnvironment(database)
  let last = 0
  for (let n = 0; n < 10; n += 1) last = await change(before)
  await database.systemDb.deleteFrom('server_proxies').where('server_id', '=', before.serverId).execute()
  const again = await createTestEnvironment(database)
  expect(await change(again)).toBeGreaterThan(last)
})

it('a worker of an older release leaves the configuration to the newer one and waits for it', async () => {
  const fixture = await createTestEnvironment(database)
  const { organizationId, serverId } = fixture
  const version = await change(fixture)
  const waiting = recordsOf({ isOwn: false }).proxyConfiguration(organizationId, serverId)
  const scheduledChecks = () =>
    database.systemDb.selectFrom('certificate_looks').select('look_at').where('server_id', '=', serverId).execute()
  await expect.poll(scheduledChecks).toHaveLength(1)
  expect(await recordsOf({ isOwn: true }).proxyConfiguration(organizationId, serverId)).toMatchObject({ version })
  await database.tenant(organizationId, (tx) =>
    recordLoadedConfiguration(tx, organizationId, { serverId, version, hash: 'a', dropped: [] }),
  )
  expect(await waiting).toBeNull()
})

it('loads the configuration itself when the newer worker stopped', async () => {
  const fixture = await createTestEnvironment(database)
  const version = await change(fixture)
  const wanted = { isOwn: false }
  const records = recordsOf(wanted)
  const waiting = records.proxyConfiguration(fixture.organizationId, fixture.serverId)
  wanted.isOwn = true
  expect(await waiting).toMatchObject({ version })
})
