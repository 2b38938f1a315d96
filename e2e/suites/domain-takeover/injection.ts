/** Text that isn't a hostname, in every field that takes one, is refused and has no effect. */
import { randomBytes } from 'node:crypto'
import { call } from '../../support/client.ts'
import { makePlace } from '../../support/dns/matrix-test-env.ts'
import { findCanaries, removeCanaries } from '../../support/injection/canaries.ts'
import { makePayloads } from '../../support/payloads.ts'
import type { TakeoverTestEnv } from './takeover-test-env.ts'

const more = [
  'evil.com {\n} http://x', 'x`) || PathPrefix(`/', 'a\nb.com', '*', '*.example.com', 'xn--', 'xn--a.com', '{env.HOME}.com',
  '{file./etc/passwd}.com', '{http.request.header.x}.com', 'a.com, b.com', 'a.com;b.com', 'a.com b.com', 'a.com\tb', 'a..com',
  '.a.com', '-a.com', 'a-.com', 'a.com/', 'http://a.com', 'a.com?x', 'a.com#x', 'a.com\\b', 'a_b.com', '1.2.3.4', '0x7f.1',
  '[::1]', '::1', 'a.com:80', 'user@a.com', 'com', 'co.uk', 'localhost', '\u0000.com', 'a\u2028.com', 'a.com\r\nHost: b',
  "a.com' or 1=1--", 'a.com"}],"x":[{', '$(id).com', '`id`.com', '../a.com', '%61.com', 'a.com%00', 'ⓐ.com', 'ａ.com',
  'a。com', '٣.com', `${'a'.repeat(64)}.com`, `${'a.'.repeat(127)}com`, '', ' ', '.', '..',
] // biome-ignore format: a list

export async function proveInjection(testEnv: TakeoverTestEnv): Promise<void> {
  const { instance, attacker, attackerServerId, report, sql, trial } = testEnv
  const payloads = makePayloads(randomBytes(4).toString('hex'))
  // One of the payloads becomes a valid hostname with a suffix.
  const ended = payloads.all.filter((text) => text !== 'constructor').map((text) => `${text}.com`)
  const texts = [...payloads.all, ...ended, ...more]
  const place = await makePlace(instance, attacker, { name: 'Injected', serverId: attackerServerId })
  const before = await countDomains(testEnv)
  const accepted: string[] = []
  let serverErrors = 0
  try {
    for (const hostname of texts)
      for (const path of ['/api/v1/domains', `/api/v1/environments/${place}/domain`]) {
        const { status } = await call(instance, 'POST', path, { token: attacker.token, body: { hostname } })
        if (status < 400) accepted.push(hostname)
        if (status >= 500) serverErrors += 1
      }
    const found = await findCanaries(payloads.canary, [])
    report.expect(found.length === 0, `executed: ${found.join(', ')}`)
  } finally {
    await removeCanaries(payloads.canary)
  }
  const odd = await sql.query<{ hostname: string }>(
    `select hostname from domains where hostname !~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$'
     union all select hostname from routes where hostname !~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$'`,
  )
  trial.fails('nothing but letters, digits, hyphens and dots is ever stored', odd.length === 0)
  const isUntouched = accepted.length === 0 && (await countDomains(testEnv)) === before
  trial.fails(`text that is no hostname is refused: ${JSON.stringify(accepted)}`, isUntouched)
  report.expect(serverErrors === 0, `${serverErrors} answers of 500 and above`)
  report.figure('payloads', texts.length)
}

async function countDomains({ sql }: TakeoverTestEnv): Promise<number> {
  return (await sql.query<{ count: number }>('select count(*)::int from domains'))[0]?.count ?? 0
}
