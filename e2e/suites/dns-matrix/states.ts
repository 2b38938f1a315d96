/** One domain for each state, all at the same time. */

import { domainToASCII } from 'node:url'
import type { Domain } from '@longshore/sdk'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { signUp } from '../../support/client.ts'
import { cases, type DnsCase, serverV4 } from '../../support/dns/cases.ts'
import { attachTo, check, type MatrixTestEnv, makeServer, register } from '../../support/dns/matrix-test-env.ts'
import { inParallel } from '../../support/in-parallel.ts'

export async function proveStates(testEnv: MatrixTestEnv): Promise<void> {
  const { report } = testEnv
  const seen = new Map<string, Domain>()
  await inParallel(cases, 8, async (each) => void seen.set(each.name, await tryState(testEnv, each)))
  for (const each of cases) judge(testEnv, each, seen.get(each.name) as Domain)
  const errors = [...seen.values()].flatMap(({ error }) => (error === null ? [] : [error]))
  const codes = new Map(errors.map(({ code, title, hint }) => [code, `${title} ${hint}`]))
  report.expect(new Set(codes.values()).size === codes.size, 'each code has a title and a remedy of its own')
  report.expect(codes.size >= 15, `${codes.size} codes are at least fifteen`)
  report.figure('states', cases.length)
  report.figure('codes', codes.size)
  await proveTaken(testEnv)
}

async function tryState(testEnv: MatrixTestEnv, { hostname, make, isUnproven, attach }: DnsCase): Promise<Domain> {
  const { dns, person, sql, edge } = testEnv
  const domain = await register(testEnv, person, hostname)
  const { txtName: name, txtValue: value } = domain.verification
  make(dns, domain.hostname, { name, value })
  if (isUnproven !== true) dns.add(name, 'TXT', value)
  if (attach !== undefined) {
    await attachTo(testEnv, domain)
    const [row] = await sql.query<{ reach_token: string; reach_answer: string }>(
      'select reach_token, reach_answer from domains where id = $1',
      [decodeId('dom', domain.id)],
    )
    edge.answers.set(`${domain.hostname}/.well-known/longshore/${row?.reach_token}`, row?.reach_answer ?? '')
  }
  return await check(testEnv, person, domain.id)
}

function judge({ report }: MatrixTestEnv, each: DnsCase, domain: Domain): void {
  const found = domain.error?.code ?? null
  const isRight = each.code === null
  report.expect(
    found === each.code,
    `${each.name}: ${each.code ?? 'no error'} and not ${found} (${domain.error?.detail})`,
  )
  report.expect(domain.status === (isRight ? 'verified' : 'failed'), `${each.name}: is ${domain.status}`)
  report.expect(domain.routing === each.routing, `${each.name}: routing is ${domain.routing}, not ${each.routing}`)
  report.expect(
    domain.canIssueCertificate === isRight,
    `${each.name}: a certificate ${isRight ? 'may' : 'must not'} be asked for`,
  )
  report.expect(domain.hostname === domainToASCII(each.hostname), `${each.name}: stored as ${domain.hostname}`)
  report.expect(isRight || (domain.error?.hint.length ?? 0) > 20, `${each.name}: says what to do`)
  const { records, resolvers } = domain.verification
  const expected = records.find(({ type }) => type === 'A')?.expected ?? []
  report.expect(expected.includes(serverV4), `${each.name}: says which address is expected`)
  const asked = new Set(resolvers.map(({ resolver }) => resolver))
  report.expect(asked.size >= 2, `${each.name}: says what each of several servers answered`)
}

/** The organization that proves a hostname first owns it, with everything below and above. */
async function proveTaken(testEnv: MatrixTestEnv): Promise<void> {
  const { report, dns, instance, sql } = testEnv
  const rival = await signUp(instance)
  await makeServer(instance, rival, sql)
  for (const hostname of ['both.right-zone.com', 'right-zone.com', 'deep.both.right-zone.com']) {
    const domain = await register(testEnv, rival, hostname)
    const before = await check(testEnv, rival, domain.id)
    report.expect(
      before.error?.code !== 'domain_taken',
      `${hostname}: without a proof nothing is revealed about others`,
    )
    dns.add(domain.verification.txtName, 'TXT', domain.verification.txtValue)
    const after = await check(testEnv, rival, domain.id)
    report.expect(
      after.error?.code === 'domain_taken',
      `${hostname}: is another organisation's, not ${after.error?.code}`,
    )
    report.expect(
      after.canIssueCertificate === false && after.verification.verifiedAt === null,
      `${hostname}: is not given away`,
    )
  }
}
