import { parseAddressPolicy } from '@longshore/addresses'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../platform/access/actor.ts'
import type { DnsResponse, QueryDns } from '../../../platform/dns/query-dns.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestProjects, failsWith } from '../../../testing/test-projects.ts'
import { checkDomain } from './check-domain.poller.ts'
import { CreateDomainBody, type Domain } from './domains.schemas.ts'
import { createDomainsService } from './domains.service.ts'
import { claimHostname, takeDueDomains } from './domains.system-repository.ts'
import { findOrAddDomain } from './find-domain.action.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const instanceId = '0199a000-0000-7000-8000-000000000000'
let attached: string[] = []
let touched: string[] = []
let automatic: string[] = []
const domains = createDomainsService({
  database,
  names: { publicUrl: 'https://ops.example.net', addressDomain: 'sslip.io', allowed: [] },
  isSignUpOpen: false,
  holdDays: 30,
  instanceId: async () => instanceId,
  dependencies: {
    isAutomatic: async (_tx, _organizationId, hostname) => automatic.includes(hostname),
    attached: async (_tx, _organizationId, hostnames) =>
      hostnames.flatMap((hostname) => (attached.includes(hostname) ? [{ hostname, environmentId: newId('env') }] : [])),
  },
})
const register = (who: Actor, hostname: string) => domains.register(who, CreateDomainBody.parse({ hostname }))

/** Response of every DNS server, by type and name. */
let said: Record<string, string[]> = {}
let meanwhile: (() => Promise<void>) | null = null
const ask: QueryDns = async (_server, { type, name }): Promise<DnsResponse> => {
  const happens = meanwhile
  meanwhile = null
  await happens?.()
  const values = said[`${type} ${name}`]
  return { outcome: values === undefined ? 'none' : 'found', values: values ?? [], durationMs: 1 }
}
const check = (who: Actor, id: Id<'dom'>) =>
  checkDomain(
    {
      database,
      ask,
      resolvers: [{ address: '192.0.2.1', port: 53 }],
      allow: parseAddressPolicy('public'),
      authorityPort: 53,
      cdns: [],
      places: {
        read: async () => ({ addresses: ['203.0.113.10'], isAttached: false }),
        touch: async (_tx, _organizationId, hostname) => void touched.push(hostname),
      },
      instanceId,
      isSignUpOpen: false,
      issuers: ['letsencrypt.org'],
      everyMs: 30_000,
      reach: async () => false,
    },
    { id, organizationId: who.organizationId },
    new AbortController().signal,
  )
let actor: Actor
let serial = 0
let zone = ''

beforeEach(async () => {
  actor = await fixture.newActor()
  serial += 1
  zone = `zone-${serial}.com`
  attached = []
  touched = []
  said = { [`NS ${zone}`]: ['ns.dns-host.net'], 'A ns.dns-host.net': ['9.9.9.9'], [`A app.${zone}`]: ['203.0.113.10'] }
})

function showProof({ verification }: Domain): void {
  const key = `TXT ${verification.txtName}`
  said[key] = [...(said[key] ?? []), verification.txtValue]
}

it('registers a hostname once, in its normalized form', async () => {
  const domain = await register(actor, `App.${zone}.`)
  expect(domain).toMatchObject({ hostname: `app.${zone}`, apexDomain: zone, status: 'pending', routing: 'none' })
  expect(domain.certificate.status).toBe('none')
  await expect(register(actor, `app.${zone}`)).rejects.toEqual(failsWith('domain_exists'))
  const other = await register(await fixture.newActor(), `app.${zone}`)
  expect(other.verification.txtValue).not.toBe(domain.verification.txtValue)
  expect((await domains.list(actor, { limit: 20 })).items).toHaveLength(1)
})

it('returns 422 for our own names and names of private networks', async () => {
  for (const hostname of ['ops.example.net', 'a.ops.example.net', 'x-1-2-3-4.sslip.io', 'box.local'])
    await expect(register(actor, hostname)).rejects.toEqual(failsWith('hostname_reserved'))
  automatic = [`shop-production-abc123.${zone}`]
  await expect(register(actor, automatic[0] ?? '')).rejects.toEqual(failsWith('hostname_reserved'))
})

it('returns 404 for domains of another organization', async () => {
  const { id } = await register(actor, `app.${zone}`)
  const other = await fixture.newActor()
  for (const tried of [domains.get, domains.verify, domains.remove])
    await expect(tried(other, id)).rejects.toEqual(failsWith('not_found'))
})

it('returns 409 when it is attached, and 412 for another version', async () => {
  const { id, hostname } = await register(actor, `app.${zone}`)
  attached = [hostname]
  await expect(domains.remove(actor, id)).rejects.toEqual(failsWith('domain_in_use'))
  expect((await domains.get(actor, id)).environmentId).not.toBeNull()
  attached = []
  await expect(domains.remove({ ...actor, ifMatch: 9 }, id)).rejects.toEqual(failsWith('version_mismatch'))
  await domains.remove(actor, id)
  await expect(domains.get(actor, id)).rejects.toEqual(failsWith('not_found'))
})

it('is verified by its records, and notifies the proxy', async () => {
  const domain = await register(actor, `app.${zone}`)
  await domains.verify(actor, domain.id)
  await check(actor, domain.id)
  expect(await domains.get(actor, domain.id)).toMatchObject({ status: 'failed', error: { code: 'txt_missing' } })
  showProof(domain)
  await check(actor, domain.id)
  const verified = await domains.get(actor, domain.id)
  expect(verified).toMatchObject({ status: 'verified', routing: 'direct', canIssueCertificate: true, error: null })
  expect(verified.verification).toMatchObject({ verifiedBy: 'txt', nameservers: ['ns.dns-host.net'] })
  expect(touched).toContain(domain.hostname)
})

it('a check that was overtaken by a new request writes nothing', async () => {
  const domain = await register(actor, `app.${zone}`)
  meanwhile = async () => void (await domains.verify(actor, domain.id))
  await check(actor, domain.id)
  expect(await domains.get(actor, domain.id)).toMatchObject({ status: 'verifying', lastCheckedAt: null })
  await check(actor, domain.id)
  expect(await domains.get(actor, domain.id)).toMatchObject({ status: 'failed', attempts: 1 })
})

it('only one organization can own a hostname together with its parents and subdomains', async () => {
  const rival = await fixture.newActor()
  const mine = await register(actor, `app.${zone}`)
  showProof(mine)
  await check(actor, mine.id)
  for (const hostname of [`app.${zone}`, zone, `x.app.${zone}`]) {
    const theirs = await register(rival, hostname)
    await check(rival, theirs.id)
    expect((await domains.get(rival, theirs.id)).error?.code).not.toBe('domain_taken')
    showProof(theirs)
    await check(rival, theirs.id)
    expect(await domains.get(rival, theirs.id)).toMatchObject({
      error: { code: 'domain_taken' },
      canIssueCertificate: false,
    })
  }
  // A name with the same ending isn't a subdomain.
  const beside = await register(rival, `xapp.${zone}`)
  showProof(beside)
  await check(rival, beside.id)
  expect((await domains.get(rival, beside.id)).verification.verifiedAt).not.toBeNull()
})

it('a deleted hostname stays reserved for its organization', async () => {
  const rival = await fixture.newActor()
  const mine = await register(actor, `app.${zone}`)
  showProof(mine)
  await check(actor, mine.id)
  await domains.remove(actor, mine.id)
  const theirs = await register(rival, `app.${zone}`)
  showProof(theirs)
  await check(rival, theirs.id)
  expect((await domains.get(rival, theirs.id)).error?.code).toBe('domain_taken')
  const again = await register(actor, `app.${zone}`)
  await check(actor, again.id)
  expect((await domains.get(actor, again.id)).status).toBe('verified')
})

it('a proof without a record yields to one with, after some days', async () => {
  const rival = await fixture.newActor()
  const mine = await register(actor, `app.${zone}`)
  const { organizationId } = actor
  const claim = { id: mine.id, organizationId, hostname: mine.hostname, apexDomain: zone }
  await database.system((tx) => claimHostname(tx, { ...claim, proof: 'only_organization' }))
  await check(actor, mine.id)
  expect(await domains.get(actor, mine.id)).toMatchObject({ status: 'verified', canIssueCertificate: true })
  const theirs = await register(rival, `app.${zone}`)
  showProof(theirs)
  await check(rival, theirs.id)
  expect((await domains.get(rival, theirs.id)).error?.code).toBe('domain_taken')
  await database.systemDb
    .updateTable('domains')
    .set({ proof_missing_since: new Date(Date.now() - 73 * 3_600_000) })
    .where('id', '=', mine.id)
    .execute()
  await check(actor, mine.id)
  expect((await domains.get(actor, mine.id)).error?.code).toBe('ownership_lost')
  await check(rival, theirs.id)
  expect((await domains.get(rival, theirs.id)).status).toBe('verified')
})

it('finds or adds a domain; an organization gets a limited number of checks at a time', async () => {
  const { organizationId } = actor
  const add = () => database.tenant(organizationId, (tx) => findOrAddDomain(tx, organizationId, `app.${zone}`))
  const [first, second] = [await add(), await add()]
  expect(second.id).toBe(first.id)
  const take = (busy = [] as Actor['organizationId'][]) =>
    takeDueDomains(database.systemDb, { limit: 1_000, turns: 2, busy, againMs: 60_000 })
  expect((await take([organizationId])).map(({ id }) => id)).not.toContain(first.id)
  for (const name of ['b', 'c', 'd']) await register(actor, `${name}.${zone}`)
  const other = await register(await fixture.newActor(), `app.${zone}`)
  const due = await take()
  expect(due.filter((each) => each.organizationId === organizationId)).toHaveLength(2)
  expect(due.map(({ id }) => id)).toContain(other.id)
  expect((await take()).filter((each) => each.organizationId === organizationId)).toHaveLength(2)
  expect((await take()).filter((each) => each.organizationId === organizationId)).toEqual([])
})
