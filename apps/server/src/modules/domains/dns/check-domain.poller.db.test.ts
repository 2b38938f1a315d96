import { parseAddressPolicy } from '@longshore/addresses'
import { expect, it } from 'vitest'
import type { QueryDns } from '../../../platform/dns/query-dns.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestProjects } from '../../../testing/test-projects.ts'
import { checkDomain } from './check-domain.poller.ts'
import { findDomain } from './domains.repository.ts'
import { findOrAddDomain } from './find-domain.action.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)

it('a single organization needs no record, but its hostname must resolve to the server', async () => {
  const { organizationId } = await fixture.newActor()
  const { id } = await database.tenant(organizationId, (tx) => findOrAddDomain(tx, organizationId, 'app.alone.com'))
  let address = '45.76.1.2'
  const ask: QueryDns = async (_server, { type }) => {
    const values = type === 'A' ? [address] : type === 'NS' ? ['ns.alone.com'] : []
    return { outcome: values.length > 0 ? 'found' : 'none', values, durationMs: 1 }
  }
  const check = async (isSignUpOpen = false) => {
    const places = {
      read: async () => ({ addresses: ['203.0.113.10'], isAttached: false }),
      touch: async () => undefined,
    }
    const asking = { ask, resolvers: [{ address: '192.0.2.1', port: 53 }], authorityPort: 53, cdns: [] }
    const tools = {
      ...asking,
      database,
      places,
      instanceId: 'x',
      isSignUpOpen,
      issuers: [],
      everyMs: 1,
      reach: async () => false,
    }
    const allow = parseAddressPolicy('public')
    await checkDomain({ ...tools, allow }, { id, organizationId }, new AbortController().signal)
    return await database.tenant(organizationId, (tx) => findDomain(tx, organizationId, id))
  }
  expect(await check(true)).toMatchObject({ may_serve: false, problem: { code: 'txt_missing' } })
  expect(await check()).toMatchObject({ proof: null, may_serve: true, problem: { code: 'dns_points_elsewhere' } })
  address = '203.0.113.10'
  expect(await check()).toMatchObject({
    proof: 'only_organization',
    status: 'verified',
    may_issue: true,
    routing: 'direct',
  })
  // When a second organization appears, nothing that is served stops.
  expect(await check(true)).toMatchObject({
    proof: 'only_organization',
    status: 'verified',
    may_issue: true,
    may_serve: true,
  })
})
