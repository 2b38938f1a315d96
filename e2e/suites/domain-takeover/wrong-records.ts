/** Strangers write DNS records: they must not direct the worker into the internal network, nor inject text. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { startDnsServer } from '../../fixtures/dns-server.ts'
import { loopback } from '../../support/dns/dns-test-env.ts'
import { check, makePlace, register } from '../../support/dns/matrix-test-env.ts'
import { must } from '../../support/setting.ts'
import { codeOf, prove, type TakeoverTestEnv } from './takeover-test-env.ts'

/** The operator's settings don't allow this address. */
const inside = `${loopback}.55.1`

export async function proveAstray(testEnv: TakeoverTestEnv): Promise<void> {
  await tryNameservers(testEnv)
  await tryEdge(testEnv)
  await tryText(testEnv)
}

/** Name servers inside the internal network are never queried. */
async function tryNameservers(testEnv: TakeoverTestEnv): Promise<void> {
  const { dns, attacker, trial } = testEnv
  await using hidden = await startDnsServer({ address: inside, port: dns.port }, () => ({ rcode: 0 }))
  dns.add('inner-zone.com', 'NS', 'ns.inner-zone.com')
  dns.add('ns.inner-zone.com', 'A', inside)
  const domain = await register(testEnv, attacker, 'app.inner-zone.com')
  prove(testEnv, domain)
  const checked = await check(testEnv, attacker, domain.id)
  trial.fails('name servers inside of our network are not asked', hidden.asked.length === 0)
  trial.fails('and prove nothing', checked.verification.verifiedAt === null && codeOf(checked) !== null)
}

/** A hostname that pretends to be at a CDN and resolves to an internal address: Longshore doesn't connect. */
async function tryEdge(testEnv: TakeoverTestEnv): Promise<void> {
  const { dns, attacker, attackerServerId, instance, trial } = testEnv
  let connections = 0
  const servers = [80, 443].map(() =>
    createServer((socket) => {
      connections += 1
      socket.destroy()
    }),
  )
  await Promise.all(servers.map((server, index) => once(server.listen(index === 0 ? 80 : 443, inside), 'listening')))
  try {
    dns.addZone('edge-zone.com')
    dns.add('www.edge-zone.com', 'CNAME', 'x.fastly.net')
    dns.add('x.fastly.net', 'A', inside)
    const domain = await register(testEnv, attacker, 'www.edge-zone.com')
    prove(testEnv, domain)
    const place = await makePlace(instance, attacker, { name: 'Astray', serverId: attackerServerId })
    const body = { domainId: domain.id }
    await must(instance, 'POST', `/api/v1/environments/${place}/domain`, { token: attacker.token, body })
    const checked = await check(testEnv, attacker, domain.id)
    trial.fails('a hostname cannot send the worker inside', connections === 0 && codeOf(checked) === 'cdn_not_reached')
  } finally {
    for (const server of servers) server.close()
  }
}

/** Records with unexpected content. */
async function tryText(testEnv: TakeoverTestEnv): Promise<void> {
  const { dns, attacker, trial } = testEnv
  const domain = await register(testEnv, attacker, 'app.text-zone.com')
  dns.addZone('text-zone.com')
  const hostile = ['\u001b]0;x\u0007\n\ndata: {}\n', '<img src=x onerror=alert(1)>', 'a'.repeat(255), '\u0000']
  dns.add(domain.verification.txtName, 'TXT', ...hostile, ...Array.from({ length: 200 }, (_, index) => `v${index}`))
  const checked = await check(testEnv, attacker, domain.id)
  const text = JSON.stringify(checked)
  const found = checked.verification.records.find(({ type }: { type: string }) => type === 'TXT')?.found ?? []
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const isClean = found.every((each: string) => !/[\u0000-\u001f]/.test(each) && each.length <= 255)
  trial.fails('text of records is cut and cleaned', isClean && found.length <= 20 && text.length < 100_000)
}
