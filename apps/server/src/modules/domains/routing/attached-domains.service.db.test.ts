import { X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { createHostCertificate } from '../../../testing/host-certificate.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestProjects, failsWith } from '../../../testing/test-projects.ts'
import { listEnvironmentsOn } from '../../environments/index.ts'
import { createServersService } from '../../servers/servers.service.ts'
import { checkCustomCertificate } from '../certificates/custom-certificate.crypto.ts'
import { AttachDomainBody } from './attached-domains.schemas.ts'
import { createAttachedDomainsService } from './attached-domains.service.ts'
import { listAttachedHostnames } from './attached-hostnames.query.ts'
import { createListDomains } from './environment-domains.action.ts'
import { createProxyRecords } from './proxy-records.remote.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const names = { publicUrl: 'https://panel.example.org', addressDomain: 'sslip.io', allowed: [] }
const options = { ...fixture.options, names, isSignUpOpen: false, settings: { addressDomain: 'sslip.io' } }
const domains = createAttachedDomainsService(options)
const servers = createServersService({ ...fixture.options, environmentsOn: listEnvironmentsOn })
const records = createProxyRecords({
  dashboardRoute: null,
  frontProxy: null,
  wantedProxy: async () => ({ isOwn: true, claim: 0 }),
  database,
  unsealer: fixture.unsealer,
  settings: options.settings,
  isTxtRequired: async () => false,
  networks: {},
  authority: { directory: 'https://acme.example.org/directory', roots: null, email: null },
})
let actor: Actor
let environmentId: Id<'env'>
let serverId: Id<'srv'>
let created = 0

const attach = (body: object, to = environmentId) => domains.attach(actor, to, AttachDomainBody.parse(body))
const services = [
  { name: 'web', kind: 'web', source: { builder: 'auto' } },
  { name: 'jobs', kind: 'worker', source: { builder: 'auto' } },
]

async function newEnvironment(more: object = {}): Promise<Id<'env'>> {
  created += 1
  const project = await fixture.analyzed(actor)
  const environment = { name: `Production ${created}`, serverId: encodeId('srv', serverId) }
  return (await fixture.finalize(actor, project, { environment, services, ...more })).environment.id
}

const shown = () =>
  database.tenant(actor.organizationId, (tx) => createListDomains(options)(tx, actor.organizationId, environmentId))

async function table(): Promise<Record<string, Record<string, unknown>>> {
  const configuration = await records.proxyConfiguration(actor.organizationId, serverId)
  return configuration === null ? {} : JSON.parse(configuration.json).table.routes
}

beforeEach(async () => {
  actor = await fixture.newActor()
  created += 1
  const server = { name: 'One', host: `one-${created}.example.com`, port: 22, username: 'root' }
  serverId = (await servers.create(actor, server)).id
  environmentId = await newEnvironment()
})

describe('attach', () => {
  it("uses defaults, informs the server's proxy, and is shown with the environment", async () => {
    const attached = await attach({ hostname: 'Shop.Example.com' })
    expect(attached).toMatchObject({
      hostname: 'shop.example.com',
      url: 'https://shop.example.com',
      service: 'web',
      ssl: { mode: 'auto', certificate: null },
      forceHttps: true,
      basicAuth: [],
    })
    expect(await shown()).toMatchObject([{ hostname: 'shop.example.com', origin: 'domain', settings: attached }])
    const runs = await database.systemDb
      .selectFrom('workflow_runs')
      .select('key')
      .where('kind', '=', 'load-proxy')
      .execute()
    expect(runs).toContainEqual({ key: `proxy/${serverId}` })
    expect(await table()).toMatchObject({ 'shop.example.com': { service: 'web', tls: true, forceHttps: true } })
  })

  it('changes the given fields, keeps the others, and null removes', async () => {
    const hostname = 'shop.example.com'
    await attach({ hostname, maxBodyBytes: 100, hsts: {}, basicAuth: [{ username: 'ann', password: 'correct horse' }] })
    const changed = await attach({ hostname, maxBodyBytes: null, redirects: { rules: [{ from: '/a', to: '/b' }] } })
    expect(changed).toMatchObject({
      maxBodyBytes: null,
      hsts: { maxAgeSeconds: 31_536_000 },
      basicAuth: [{ username: 'ann' }],
      redirects: { www: false, rules: [{ from: '/a', to: '/b', match: 'exact', status: 308 }] },
    })
    expect((await attach({ hostname, basicAuth: null, redirects: null })).basicAuth).toEqual([])
    const rows = await database.systemDb
      .selectFrom('routes')
      .select('id')
      .where('environment_id', '=', environmentId)
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('paths: the longest comes first, services are checked, and a removed service keeps its path', async () => {
    const hostname = 'shop.example.com'
    const paths = [
      { path: '/api', service: 'web' },
      { path: '/api/v2', service: 'web', stripPrefix: true },
    ]
    const expected = [
      { path: '/api/v2', service: 'web', stripPrefix: true },
      { path: '/api', service: 'web', stripPrefix: false },
    ]
    expect((await attach({ hostname, paths })).paths).toMatchObject(expected)
    expect((await attach({ hostname, maxBodyBytes: 5 })).paths).toMatchObject(expected)
    expect(Object(await table())[hostname].paths).toEqual([expected[0], { path: '/api', service: 'web' }])
    for (const service of ['jobs', 'none'])
      await expect(attach({ hostname, paths: [{ path: '/a', service }] })).rejects.toEqual(
        failsWith('validation_failed'),
      )
    await database.systemDb.updateTable('routes').set({ options: sql`jsonb_set(options, '{paths,0,service}', '"gone"')` })
      .where('hostname', '=', hostname).execute() // biome-ignore format: one statement
    expect((await attach({ hostname, maxBodyBytes: null })).paths[0]?.service).toBe('gone')
    expect((await attach({ hostname, paths: null })).paths).toEqual([])
  })

  it('rules: given ones change, missing ones stay, and users of a path keep their passwords', async () => {
    const hostname = 'shop.example.com'
    const rateLimit = { requests: 5, seconds: 60 }
    const paths = [{ path: '/a', service: 'web', basicAuth: [{ username: 'ann', password: 'correct horse' }] }]
    const first = await attach({ hostname, rateLimit, allowedNetworks: ['10.0.0.0/8'], paths })
    expect(first).toMatchObject({ rateLimit, paths: [{ basicAuth: [{ username: 'ann' }], inheritAccess: true }] })
    const stored = async () => Object(await table())[hostname]
    const before = await stored()
    expect(before).toMatchObject({
      rateLimit,
      allowedNetworks: ['10.0.0.0/8'],
      paths: [{ basicAuth: [{ name: 'ann' }] }],
    })
    const second = await attach({ hostname, timeoutSeconds: 5, allowedNetworks: null, paths: first.paths })
    expect(second).toMatchObject({ rateLimit, timeoutSeconds: 5, allowedNetworks: null })
    expect((await stored()).paths).toEqual(before.paths)
    const unknown = { ...paths[0], basicAuth: [{ username: 'bob' }] }
    await expect(attach({ hostname, paths: [unknown] })).rejects.toEqual(failsWith('validation_failed'))
  })

  it('maintenance stays on until it ends, and error pages are kept', async () => {
    const hostname = 'shop.example.com'
    const errorPages = [{ status: 502, html: '<h1>Sorry</h1>' }]
    await attach({ hostname, maintenance: { html: '<h1>Soon</h1>', enabled: true }, errorPages })
    const shown = await attach({ hostname, maintenance: { html: '<h1>Later</h1>' } })
    expect(shown).toMatchObject({ maintenance: { html: '<h1>Later</h1>', enabled: true }, errorPages })
    expect(await table()).toMatchObject({
      [hostname]: { maintenance: { html: '<h1>Later</h1>', isOn: true }, errorPages },
    })
    expect(await attach({ hostname, maintenance: null, errorPages: null })).toMatchObject({
      maintenance: null,
      errorPages: [],
    })
    expect(Object(await table())[hostname]).not.toHaveProperty('maintenance')
    const twice = [...errorPages, ...errorPages]
    await expect(attach({ hostname, errorPages: twice })).rejects.toEqual(failsWith('validation_failed'))
  })

  it('stores no password, only a hash that the proxy can check', async () => {
    await attach({ hostname: 'shop.example.com', basicAuth: [{ username: 'ann', password: 'correct horse' }] })
    const rows = await database.systemDb
      .selectFrom('routes')
      .selectAll()
      .where('environment_id', '=', environmentId)
      .execute()
    expect(JSON.stringify(rows)).not.toContain('correct horse')
    const [account] = Object(await table())['shop.example.com'].basicAuth
    expect(account).toMatchObject({ name: 'ann', salt: expect.any(String), hash: expect.any(String) })
  })

  it('is a hostname of its service, also with a sign-in; one that redirects never reaches the service', async () => {
    const basicAuth = [{ username: 'ann', password: 'correct horse' }]
    await attach({ hostname: 'example.net', redirects: { www: true }, basicAuth })
    const attached = await records.attachedHostnames(actor.organizationId, environmentId)
    const own = { hostname: 'example.net', service: 'web', url: 'https://example.net', origin: 'domain' }
    expect(attached).toContainEqual(own)
    expect(attached.map(({ hostname }) => hostname)).not.toContain('www.example.net')
    expect(await records.hostnames(actor.organizationId, environmentId)).not.toContainEqual(
      expect.objectContaining({ hostname: 'example.net' }),
    )
  })

  it('www: the counterpart is attached, redirects here, and is removed with it', async () => {
    const { domainId } = await attach({ hostname: 'example.net', redirects: { www: true } })
    expect(await table()).toMatchObject({ 'www.example.net': { redirectTo: 'https://example.net', tls: true } })
    await expect(attach({ hostname: 'www.example.net' })).rejects.toEqual(failsWith('domain_is_redirected'))
    await attach({ hostname: 'example.net', redirects: { www: false } })
    expect(Object.keys(await table())).toEqual(['example.net'])
    await attach({ hostname: 'example.net', redirects: { www: true } })
    await domains.detach(actor, environmentId, domainId)
    expect(await table()).toEqual({})
    await expect(domains.detach(actor, environmentId, domainId)).rejects.toEqual(failsWith('not_found'))
  })

  it('returns 409 while it belongs to another environment; free again once detached', async () => {
    const { domainId } = await attach({ hostname: 'shop.example.com' })
    const other = await newEnvironment()
    await expect(attach({ hostname: 'shop.example.com' }, other)).rejects.toEqual(
      failsWith('domain_attached_elsewhere'),
    )
    await expect(domains.detach(actor, other, domainId)).rejects.toEqual(failsWith('not_found'))
    await domains.detach(actor, environmentId, domainId)
    expect((await attach({ domainId: encodeId('dom', domainId) }, other)).hostname).toBe('shop.example.com')
  })

  it('returns 422 for our own names, for domains of other organizations, and for contradictions', async () => {
    await expect(attach({ hostname: 'a.panel.example.org' })).rejects.toEqual(failsWith('hostname_reserved'))
    const { domainId } = await attach({ hostname: 'mine.example.com' })
    const before = actor
    actor = await fixture.newActor()
    serverId = (
      await servers.create(actor, { name: 'Two', host: `two-${created}.example.com`, port: 22, username: 'root' })
    ).id
    const theirs = await newEnvironment()
    await expect(attach({ domainId: encodeId('dom', domainId) }, theirs)).rejects.toMatchObject({
      errors: [{ pointer: '/domainId' }],
    })
    await expect(attach({ hostname: 'b.example.com' }, environmentId)).rejects.toEqual(failsWith('not_found'))
    actor = before
    const hostname = 'shop.example.com'
    for (const [body, pointer] of [
      [{ service: 'jobs' }, '/service'],
      [{ ssl: { mode: 'off' }, forceHttps: true }, '/forceHttps'],
      [{ ssl: { mode: 'off' }, hsts: {} }, '/hsts'],
      [{ ssl: { mode: 'custom' } }, '/ssl/certificate'],
      [{ ssl: { mode: 'auto', privateKey: 'x' } }, '/ssl/privateKey'],
      [{ hsts: { preload: true } }, '/hsts/preload'],
      [{ redirects: { rules: [{ from: '/a', to: '/a' }] } }, '/redirects/rules/0'],
    ] as const)
      await expect(attach({ hostname, ...body })).rejects.toMatchObject({ errors: [{ pointer }] })
  })

  it('an environment without a server keeps it until it has one', async () => {
    const project = await fixture.analyzed(actor)
    const answer = await fixture.finalize(actor, project, {
      environment: { name: 'Later' },
      services,
      domain: { hostname: 'later.example.com', ssl: { mode: 'off' } },
    })
    expect(answer.environment.domains).toMatchObject([
      { hostname: 'later.example.com', url: 'http://later.example.com', settings: { state: { status: 'waiting' } } },
    ])
    const attached = await database.tenant(actor.organizationId, (tx) =>
      listAttachedHostnames(tx, actor.organizationId, ['later.example.com']),
    )
    expect(attached).toEqual([{ hostname: 'later.example.com', environmentId: answer.environment.id, serverId: null }])
  })
})

describe('custom certificates', () => {
  it('are stored sealed, and reach the proxy with their key', async () => {
    const { chain, key } = await createHostCertificate({ names: ['shop.example.com'] })
    const attached = await attach({
      hostname: 'shop.example.com',
      ssl: { mode: 'custom', certificate: `a comment\n${chain}`, privateKey: key },
    })
    expect(attached.ssl).toMatchObject({ mode: 'custom', certificate: { names: ['shop.example.com'] } })
    const row = await database.systemDb
      .selectFrom('routes')
      .selectAll()
      .where('hostname', '=', 'shop.example.com')
      .where('environment_id', '=', environmentId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('PRIVATE KEY')
    const { certificate } = Object(await table())['shop.example.com']
    expect(new X509Certificate(certificate.chain).subjectAltName).toBe('DNS:shop.example.com')
    expect(certificate.key).toBe(key)
    const kept = await attach({ hostname: 'shop.example.com', maxBodyBytes: 5, ssl: { mode: 'custom' } })
    expect(kept.ssl.certificate).toEqual(attached.ssl.certificate)
  })

  it('are refused with the reason if something is wrong with them', async () => {
    const hostname = 'shop.example.com'
    const good = await createHostCertificate({ names: [hostname] })
    const cases = {
      certificate_unreadable: { certificate: 'nothing', privateKey: good.key },
      certificate_hostname_mismatch: await pair({ names: ['other.example.com'] }),
      certificate_key_weak: await pair({ names: [hostname], rsaBits: 1_024 }),
      certificate_chain_invalid: { certificate: [...good.blocks].reverse().join(''), privateKey: good.key },
      private_key_mismatch: { certificate: good.chain, privateKey: (await pair({ names: [hostname] })).privateKey },
      private_key_unreadable: { certificate: good.chain, privateKey: 'nothing' },
    }
    const inTwoMonths = { hostname, now: new Date(Date.now() + 60 * 86_400_000) }
    const given = { certificate: good.chain, privateKey: good.key }
    expect(() => checkCustomCertificate(given, inTwoMonths)).toThrow(failsWith('certificate_expired'))
    for (const [code, given] of Object.entries(cases))
      await expect(attach({ hostname, ssl: { mode: 'custom', ...given } })).rejects.toEqual(failsWith(code))
  })
})

async function pair(wanted: Parameters<typeof createHostCertificate>[0]) {
  const { chain, key } = await createHostCertificate(wanted)
  return { certificate: chain, privateKey: key }
}
