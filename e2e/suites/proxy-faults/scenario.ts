/** A domain's whole life without a deployment, while requests to another app on the server continue. */
import type { Environment } from '@longshore/sdk'
import { createHostCertificate } from '../../../apps/server/src/testing/host-certificate.ts'
import { startLoad } from '../../support/deployments/visits.ts'
import { eventually } from '../../support/eventually.ts'
import { percentile } from '../../support/report.ts'
import { mustAsk } from '../../support/servers.ts'
import { askSite, basic } from './ask.ts'
import { attach, mustDeploy, otherName, type ProxyTestEnv, shopName } from './test-env.ts'

const perSecond = 50
const page = '<h1>Back soon & <em>better</em></h1>'
const person = { username: 'ann', password: 'correct horse battery' }

export async function runDomainScenario(testEnv: ProxyTestEnv): Promise<void> {
  const { report, home, shop } = testEnv
  const load = startLoad(home, otherName, perSecond)
  await beforeAnythingIsLive(testEnv)
  await mustDeploy(testEnv, shop)
  report.expect((await askSite(home, shopName)).text === 'shop', 'the domain does not answer')
  await trustsNoClient(testEnv)
  await redirects(testEnv)
  await limits(testEnv)
  await protects(testEnv)
  await certifies(testEnv)
  await detaches(testEnv)
  const { all, failed } = await load.stop()
  report.figure('story_neighbour', `${all - failed.length}/${all}`)
  report.expect(failed.length === 0, `the neighbour lost ${failed.length}: ${failed.slice(0, 3).join('; ')}`)
}

async function beforeAnythingIsLive(testEnv: ProxyTestEnv): Promise<void> {
  const { report, home, shop } = testEnv
  const startedAt = performance.now()
  await attach(testEnv, shop, { hostname: shopName, ssl: { mode: 'off' }, maintenance: { html: page } })
  report.figure('attach_ms', Math.round(performance.now() - startedAt))
  const people = await askSite(home, shopName, { headers: { accept: 'text/html' } })
  report.expect(people.status === 503 && people.text === page, `while nothing is live: ${people.status} ${people.text}`)
  report.expect(Number(people.headers['retry-after']) > 0, 'no Retry-After')
  const program = await askSite(home, shopName)
  report.expect(program.status === 503 && !program.text.includes('<'), `for programs: ${program.text}`)
}

/** Forwarding headers that clients send don't reach the app. */
async function trustsNoClient({ report, home }: ProxyTestEnv): Promise<void> {
  const lie = '9.9.9.9'
  const names = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip', 'x_forwarded_for']
  const headers = Object.fromEntries([...names.map((name) => [name, lie]), ['x-forwarded-proto', 'https']])
  const { text } = await askSite(home, shopName, { path: '/headers', headers })
  report.expect(!text.includes(lie), `the app received ${text}`)
  const seen = JSON.parse(text)
  report.expect(seen['x-forwarded-proto'] === 'http' && seen['x-forwarded-host'] === shopName, `received ${text}`)
}

async function redirects(testEnv: ProxyTestEnv): Promise<void> {
  const { report, home, shop } = testEnv
  const rules = [
    { from: '/old', to: '/new' },
    { from: '/docs', match: 'prefix', to: 'https://docs.example.com/v2', status: 301 },
  ]
  await attach(testEnv, shop, { hostname: shopName, redirects: { www: true, rules } })
  const locations = {
    '/old?a=b': [308, `http://${shopName}/new?a=b`],
    '/docs/x%2Fy': [301, 'https://docs.example.com/v2/x%2Fy'],
    '/older': [200, undefined],
  } as const
  for (const [path, [status, location]] of Object.entries(locations)) {
    const found = await askSite(home, shopName, { path })
    const isRight = found.status === status && found.headers.location === location
    report.expect(isRight, `${path}: ${found.status} ${found.headers.location}`)
  }
  const www = await askSite(home, `www.${shopName}`, { path: '/x?y=z' })
  report.expect(www.headers.location === `http://${shopName}/x?y=z`, `www: ${www.status} ${www.headers.location}`)
}

async function limits(testEnv: ProxyTestEnv): Promise<void> {
  const { report, home, shop } = testEnv
  await attach(testEnv, shop, { hostname: shopName, maxBodyBytes: 1_000_000 })
  const post = (size: number, headers = {}) =>
    askSite(home, shopName, { method: 'POST', body: Buffer.alloc(size), headers }).catch(() => ({
      status: 0,
      text: '',
    }))
  report.expect((await post(1_000_000)).text === '1000000', 'a body within the limit is refused')
  report.expect((await post(1_000_001)).status === 413, 'a larger body is taken')
  const unsaid = await post(1_000_001, { 'transfer-encoding': 'chunked' })
  report.expect(unsaid.status === 413, `a larger body that does not say so: ${unsaid.status}`)
}

async function protects(testEnv: ProxyTestEnv): Promise<void> {
  const { report, home, shop } = testEnv
  await attach(testEnv, shop, { hostname: shopName, basicAuth: [person], redirects: { rules: [] } })
  report.expect((await askSite(home, shopName)).status === 401, 'it is seen without a password')
  const right = basic(person.username, person.password)
  const seen = await askSite(home, shopName, { path: '/headers', headers: right })
  report.expect(seen.status === 200 && !seen.text.includes('authorization'), `with it: ${seen.status} ${seen.text}`)
  const wrong = await askSite(home, shopName, { headers: basic(person.username, 'wrong') })
  report.expect(wrong.status === 401, `with a wrong one: ${wrong.status}`)
  // The health check of a release doesn't need the password.
  await mustDeploy(testEnv, shop)
  await measureSignIn(testEnv, right)
}

/** The cost of a sign-in with a known and an unknown user, and the effect of a flood of guesses on the other app. */
async function measureSignIn({ report, home }: ProxyTestEnv, right: Record<string, string>): Promise<void> {
  const time = async (count: number, one: () => Promise<unknown>) => {
    const took: number[] = []
    for (let index = 0; index < count; index += 1) {
      const startedAt = performance.now()
      await one()
      took.push(performance.now() - startedAt)
    }
    return percentile(took, 0.5)
  }
  const plain = await time(100, () => askSite(home, otherName))
  const known = await time(100, () => askSite(home, shopName, { headers: right }))
  const guess = await time(5, () => askSite(home, shopName, { headers: basic('ann', Math.random().toString()) }))
  let isOver = false
  const flood = Array.from({ length: 20 }, async () => {
    while (!isOver) await askSite(home, shopName, { headers: basic('ann', Math.random().toString()) }).catch(() => null)
  })
  const beside = await time(50, () => askSite(home, otherName))
  isOver = true
  await Promise.all(flood)
  const figures = { plain, known, guess, beside_flood: beside }
  for (const [name, ms] of Object.entries(figures)) report.figure(`sign_in_${name}_ms`, ms.toFixed(1))
  report.expect(known < plain + 20, `a known sign-in costs ${(known - plain).toFixed(1)} ms more than none`)
}

async function certifies(testEnv: ProxyTestEnv): Promise<void> {
  const { report, home, shop } = testEnv
  const { chain, key, blocks } = await createHostCertificate({ names: [shopName] })
  const authority = blocks[1] ?? ''
  const ssl = { mode: 'custom', certificate: chain, privateKey: key }
  await attach(testEnv, shop, {
    hostname: shopName,
    ssl,
    forceHttps: true,
    hsts: { maxAgeSeconds: 60 },
    basicAuth: null,
  })
  const secure = await askSite(home, shopName, { authority })
  report.expect(secure.text === 'shop' && secure.issuer === 'test ca', `over TLS: ${secure.status} by ${secure.issuer}`)
  report.expect(secure.headers['strict-transport-security'] === 'max-age=60', 'no HSTS over TLS')
  const plain = await askSite(home, shopName, { path: '/a?b' })
  report.expect(plain.status === 308 && plain.headers.location === `https://${shopName}/a?b`, `plain: ${plain.status}`)
  report.expect(plain.headers['strict-transport-security'] === undefined, 'HSTS without TLS')
}

async function detaches(testEnv: ProxyTestEnv): Promise<void> {
  const { report, home, shop } = testEnv
  const { domains } = await mustAsk<Environment>(testEnv, 'GET', `/environments/${shop.environmentId}`)
  const domainId = domains.find(({ hostname }) => hostname === shopName)?.domainId
  await mustAsk(testEnv, 'DELETE', `/environments/${shop.environmentId}/domain/${domainId}`)
  for (const name of [shopName, `www.${shopName}`])
    await eventually(`${name} is gone`, async () => (await askSite(home, name)).status === 404, { withinMs: 30_000 })
  const after = await mustAsk<Environment>(testEnv, 'GET', `/environments/${shop.environmentId}`)
  const left = after.domains.filter(({ origin }: { origin: string }) => origin === 'domain')
  report.expect(left.length === 0, `left: ${JSON.stringify(left)}`)
}
