/** Longshore notices DNS changes on its own, and a verified domain doesn't fail at the first bad response. */
import type { Domain } from '@longshore/sdk'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { signUp } from '../../support/client.ts'
import { serverV4 } from '../../support/dns/cases.ts'
import { check, type MatrixTestEnv, makeServer, register, waitForDomain } from '../../support/dns/matrix-test-env.ts'

const codeOf = (domain: Domain): string | null => domain.error?.code ?? null

export async function proveChanges(testEnv: MatrixTestEnv): Promise<void> {
  await proveAppearing(testEnv)
  await provePatience(testEnv)
  await proveLapse(testEnv)
}

/** From no records to verified: the test only creates the records. */
async function proveAppearing(testEnv: MatrixTestEnv): Promise<void> {
  const { report, dns, person, sql } = testEnv
  const domain = await register(testEnv, person, 'app.later-zone.com')
  const first = await waitForDomain(testEnv, person, domain.id, ({ lastCheckedAt }) => lastCheckedAt !== null)
  report.expect(first.status === 'pending', `an unchecked domain is pending: ${first.status}`)
  report.expect(codeOf(first) === 'domain_not_registered', `and says for what: ${codeOf(first)}`)
  dns.addZone('later-zone.com')
  dns.add(domain.verification.txtName, 'TXT', domain.verification.txtValue)
  const half = await waitForDomain(testEnv, person, domain.id, (each) => codeOf(each) === 'dns_no_address')
  report.expect(half.verification.verifiedBy === 'txt', 'it is proven before it leads anywhere')
  dns.add('app.later-zone.com', 'A', serverV4)
  const startedAt = performance.now()
  const done = await waitForDomain(testEnv, person, domain.id, ({ status }) => status === 'verified')
  report.expect(done.status === 'verified', `verified automatically: ${done.status} ${codeOf(done)}`)
  report.figure('foundAfterMs', Math.round(performance.now() - startedAt))
  const rows = await sql.query<{ count: number }>(
    `select count(*)::int from events where kind = 'domain_updated' and data->>'resourceId' = $1`,
    [domain.id],
  )
  report.expect((rows[0]?.count ?? 0) >= 3, 'each change is reported as an event')
}

async function provePatience(testEnv: MatrixTestEnv): Promise<void> {
  const { report, dns, person, sql } = testEnv
  const hostname = 'app.patient-zone.com'
  const domain = await makeVerified(testEnv, hostname)
  dns.remove(hostname, 'A')
  dns.add(hostname, 'A', '45.76.1.2')
  await hasten(testEnv, domain.id)
  const wrong = await waitForDomain(testEnv, person, domain.id, (each) => codeOf(each) === 'dns_points_elsewhere')
  report.expect(wrong.status === 'verified', `a verified one is given time: ${wrong.status}`)
  report.expect(wrong.canIssueCertificate === false, 'no authority is asked meanwhile')
  await sql.query(`update domains set failing_since = now() - interval '2 hours' where id = $1`, [
    decodeId('dom', domain.id),
  ])
  const failed = await waitForDomain(testEnv, person, domain.id, ({ status }) => status === 'failed')
  report.expect(failed.status === 'failed', `and then it has failed: ${failed.status}`)
  report.expect(failed.verification.verifiedAt !== null, 'it is still proven')
  dns.remove(hostname, 'A')
  dns.add(hostname, 'A', serverV4)
  const back = await waitForDomain(testEnv, person, domain.id, ({ status }) => status === 'verified')
  report.expect(back.status === 'verified' && back.canIssueCertificate, 'it recovers automatically')
}

/** The ownership record vanishes: the site keeps running, and only another organization's proof ends it. */
async function proveLapse(testEnv: MatrixTestEnv): Promise<void> {
  const { report, dns, instance, person, sql } = testEnv
  const hostname = 'app.lapse-zone.com'
  const domain = await makeVerified(testEnv, hostname)
  const id = decodeId('dom', domain.id)
  const readServing = async () =>
    (await sql.query<{ may_serve: boolean }>('select may_serve from domains where id = $1', [id]))[0]?.may_serve
  dns.remove(domain.verification.txtName, 'TXT')
  await hasten(testEnv, domain.id)
  const missing = await waitForDomain(testEnv, person, domain.id, (each) => codeOf(each) === 'txt_missing')
  report.expect(
    missing.status === 'verified' && missing.canIssueCertificate,
    `a record that vanished is borne: ${missing.status}`,
  )
  const rival = await signUp(instance)
  await makeServer(instance, rival, sql)
  const claim = await register(testEnv, rival, hostname)
  dns.add(claim.verification.txtName, 'TXT', claim.verification.txtValue)
  const early = await check(testEnv, rival, claim.id)
  report.expect(codeOf(early) === 'domain_taken', `within three days no other organization gets it: ${codeOf(early)}`)
  await sql.query(
    `update domains set proof_missing_since = now() - interval '73 hours', next_check_at = now() where id = $1`,
    [id],
  )
  const lapsed = await waitForDomain(testEnv, person, domain.id, ({ verification }) => verification.verifiedAt === null)
  report.expect(
    lapsed.verification.verifiedAt === null && !lapsed.canIssueCertificate,
    'after three days the proof expires',
  )
  report.expect((await readServing()) === true, 'and the site is still served')
  const late = await check(testEnv, rival, claim.id)
  report.expect(
    late.status === 'verified',
    `then the organization with the record gets it: ${late.status} ${codeOf(late)}`,
  )
  report.expect((await readServing()) === false, 'and the former one is no longer served')
}

async function makeVerified(testEnv: MatrixTestEnv, hostname: string): Promise<Domain> {
  const { report, dns, person } = testEnv
  const domain = await register(testEnv, person, hostname)
  dns.addZone(domain.apexDomain)
  dns.add(domain.verification.txtName, 'TXT', domain.verification.txtValue)
  dns.add(hostname, 'A', serverV4)
  const verified = await check(testEnv, person, domain.id)
  report.expect(verified.status === 'verified', `${hostname} is verified to begin with: ${codeOf(verified)}`)
  return verified
}

/** Correct records are checked every few hours, which is too long for this suite. */
async function hasten({ sql }: MatrixTestEnv, id: string): Promise<void> {
  await sql.query('update domains set next_check_at = now() where id = $1', [decodeId('dom', id)])
}
