/** Attacks by id, by hostname and by DNS records. */
import type { AttachedDomain, Domain, Problem } from '@longshore/sdk'
import { call } from '../../support/client.ts'
import { check, makePlace, read, register } from '../../support/dns/matrix-test-env.ts'
import { absentId } from '../../support/fixtures.ts'
import { must } from '../../support/setting.ts'
import { codeOf, isProven, makeOwned, prove, type TakeoverTestEnv } from './takeover-test-env.ts'

export async function proveTricks(testEnv: TakeoverTestEnv): Promise<void> {
  const owned = await makeOwned(testEnv, 'shop.victim-zone.com')
  const place = await makePlace(testEnv.instance, testEnv.person, { name: 'Victim', serverId: testEnv.serverId })
  const as = { token: testEnv.person.token }
  await must(testEnv.instance, 'POST', `/api/v1/environments/${place}/domain`, { ...as, body: { domainId: owned.id } })
  await tryIds(testEnv, owned)
  await tryName(testEnv, owned)
  await trySpellings(testEnv, owned)
  await tryNeighbors(testEnv)
  const after = await read(testEnv, testEnv.person, owned.id)
  testEnv.report.expect(after.status === 'verified' && after.environmentId === place, 'the owner has it as before')
}

async function tryIds(
  { instance, attacker, attackerServerId, trial, sql }: TakeoverTestEnv,
  owned: Domain,
): Promise<void> {
  const { token } = attacker
  const absent = absentId('dom')
  for (const [method, suffix] of [
    ['GET', ''],
    ['POST', '/verify'],
    ['DELETE', ''],
  ] as const) {
    const foreign = await call<Problem>(instance, method, `/api/v1/domains/${owned.id}${suffix}`, { token })
    const nothing = await call<Problem>(instance, method, `/api/v1/domains/${absent}${suffix}`, { token })
    const isSame = plain(foreign.body, owned.id) === plain(nothing.body, absent) && foreign.status === nothing.status
    trial.fails(`${method} of another's domain is like that of none`, foreign.status === 404 && isSame)
  }
  const listed = await call(instance, 'GET', '/api/v1/domains', { token })
  trial.fails('the list has no domain of another', !listed.text.includes('victim-zone'))
  const place = await makePlace(instance, attacker, { name: 'Attacker', serverId: attackerServerId })
  const attach = (domainId: string) =>
    call<Problem>(instance, 'POST', `/api/v1/environments/${place}/domain`, { token, body: { domainId } })
  const [foreign, nothing] = [await attach(owned.id), await attach(absent)]
  const isSame = foreign.status === nothing.status && plain(foreign.body, owned.id) === plain(nothing.body, absent)
  trial.fails('another’s domain cannot be attached by its id', foreign.status >= 400 && isSame)
  const seen = await sql.query<{ count: number }>(
    `select count(*)::int from events where kind = 'domain_updated' and data->>'resourceId' = $1 and organization_id <>
       (select organization_id from domains where hostname = 'shop.victim-zone.com' and proven_at is not null)`,
    [owned.id],
  )
  trial.fails('events of a domain go to its organisation alone', seen[0]?.count === 0)
}

async function tryName(testEnv: TakeoverTestEnv, owned: Domain): Promise<void> {
  const { instance, attacker, attackerServerId, trial, sql, dns } = testEnv
  dns.addZone('nobodys-zone.com')
  dns.add('shop.nobodys-zone.com', 'A', '203.0.113.10')
  const taken = await register(testEnv, attacker, owned.hostname)
  const free = await register(testEnv, attacker, 'shop.nobodys-zone.com')
  // The other owner's record is public.
  dns.add(free.verification.txtName, 'TXT', 'longshore-domain=somebody')
  trial.fails('registering says nothing about others', shape(taken) === shape(free))
  const [first, second] = [await check(testEnv, attacker, taken.id), await check(testEnv, attacker, free.id)]
  trial.fails(
    'neither does a check without a proof',
    codeOf(first) === codeOf(second) && shape(first) === shape(second),
  )
  const values = owned.verification.txtValue === taken.verification.txtValue
  trial.fails('the record of one organisation proves nothing for another', !values && !isProven(first))
  const place = await makePlace(instance, attacker, { name: 'By name', serverId: attackerServerId })
  const body = { hostname: owned.hostname }
  const attached = await call<AttachedDomain>(instance, 'POST', `/api/v1/environments/${place}/domain`, {
    token: attacker.token,
    body,
  })
  const rows = await sql.query<{ may_serve: boolean; may_issue: boolean }>(
    'select may_serve, may_issue from domains where hostname = $1 and proven_at is null',
    [owned.hostname],
  )
  const isHeld = attached.body?.state?.status !== 'loaded' && rows.every((row) => !row.may_serve && !row.may_issue)
  trial.fails('a hostname of another that is attached by name is not served and gets no certificate', isHeld)
  prove(testEnv, taken)
  const proven = await check(testEnv, attacker, taken.id)
  trial.fails('even with control of its DNS it stays with whoever has it', codeOf(proven) === 'domain_taken')
}

async function trySpellings(testEnv: TakeoverTestEnv, owned: Domain): Promise<void> {
  const { instance, attacker, trial, sql } = testEnv
  const spellings = [
    'SHOP.Victim-Zone.COM',
    'shop.victim-zone.com.',
    'ｓhop.victim-zone.com',
    'shop。victim-zone.com',
    'shop.victim-zone.com..',
    'shop.victim\u200d-zone.com',
    'shop.victim\u00ad-zone.com',
    'sho\u200bp.victim-zone.com',
    'shop%2evictim-zone.com',
    'xn--shop-.victim-zone.com',
    'shop.victim-zone.com:443',
    'x@shop.victim-zone.com',
  ]
  for (const hostname of spellings)
    await call(instance, 'POST', '/api/v1/domains', { token: attacker.token, body: { hostname } })
  const rows = await sql.query<{ hostname: string }>(
    `select hostname from domains where hostname like '%victim%' and hostname not in ($1)`,
    [owned.hostname],
  )
  trial.fails('other spellings are the same hostname or none', rows.length === 0)
}

/** Hostnames above and below, and hostnames that no organization owns. */
async function tryNeighbors(testEnv: TakeoverTestEnv): Promise<void> {
  const { instance, attacker, trial } = testEnv
  for (const hostname of ['victim-zone.com', 'pay.shop.victim-zone.com']) {
    const domain = await register(testEnv, attacker, hostname)
    prove(testEnv, domain)
    const checked = await check(testEnv, attacker, domain.id)
    trial.fails(`${hostname} goes with what is above or below it`, codeOf(checked) === 'domain_taken')
  }
  const { hostname: ours } = new URL('https://203-0-113-10.sslip.io')
  for (const hostname of [
    ours,
    `app.${ours}`,
    'localhost',
    'box.local',
    'db.internal',
    'x.home.arpa',
    'com',
    'co.uk',
  ]) {
    const { status } = await call(instance, 'POST', '/api/v1/domains', { token: attacker.token, body: { hostname } })
    trial.fails(`${hostname} cannot be registered`, status === 422)
  }
}

/** Removes the parts that always differ. */
function plain(body: Problem, id: string): string {
  const { traceId: _, instance: _path, ...rest } = body
  return JSON.stringify(rest).replaceAll(id, 'id')
}

/** The fields, the kind of value of each, and the texts that don't name the hostname. */
function shape(domain: Domain): string {
  const { status, routing, canIssueCertificate, error, attempts, verification } = domain
  const { verifiedBy, verifiedAt, isTxtRequired } = verification
  return JSON.stringify({
    keys: Object.keys(domain),
    ...{ status, routing, canIssueCertificate, attempts, verifiedBy, verifiedAt, isTxtRequired },
    code: error?.code ?? null,
  })
}
