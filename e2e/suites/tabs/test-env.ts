/** The three ways in which people reach an instance. Each has other limits and other browser features. */
import type { Page } from 'playwright-core'
import { callAs, type SignedIn } from '../../support/client.ts'
import { type Dashboard, startDashboard, type Visitor } from '../../support/dashboard.ts'
import type { Places } from '../../support/dashboard-pages.ts'
import { freePorts } from '../../support/free-ports.ts'
import type { Instance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'
import { startCaddy } from './caddy.ts'
import { type Relay, startRelay } from './relay.ts'

/** `loopback` and `lan`: plain HTTP/1.1, six connections. Pages of `lan` have no web locks. `https`: HTTP/2 through Caddy. */
export const ways = ['loopback', 'lan', 'https'] as const
export type Way = (typeof ways)[number]

export interface TabsTestEnv {
  readonly report: Report
  readonly way: Way
  readonly url: string
  readonly relay: Relay
  readonly dashboard: Dashboard
  readonly visitor: Visitor
  readonly places: Places
  /** Changes the project that `projectPath` shows. */
  rename(name: string): Promise<void>
}

/** A page that isn't there by then waits for a connection. */
export const loadWithinMs = 30_000
const host = 'longshore.lan'

export interface Installed {
  report: Report
  instance: Instance
  /** Works in the organization of the places. Tokens end with the URL that issued them, so it is one object for all ways. */
  person: SignedIn
  places: Places
}

export async function openTestEnv(
  { report, instance, person, places }: Installed,
  way: Way,
  work: (testEnv: TabsTestEnv) => Promise<void>,
): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const [relayPort = 0, caddyPort = 0] = await freePorts(2)
  const urls = { loopback: `http://127.0.0.1:${relayPort}`, lan: `http://${host}`, https: `https://${host}` }
  const url = urls[way]
  await instance.api.stop('SIGTERM')
  Object.assign(instance.apiEnvironment, { PUBLIC_URL: url })
  await instance.startApi()
  const relay = stack.use(await startRelay(relayPort, Number(new URL(instance.url).port)))
  const caddy =
    way === 'https' ? stack.use(await startCaddy({ host, port: caddyPort, upstream: relayPort })) : undefined
  const at = way === 'loopback' ? {} : { at: `127.0.0.1:${way === 'lan' ? relayPort : caddyPort}` }
  const keys = caddy === undefined ? {} : { trustedKeys: [caddy.trustedKey] }
  const dashboard = stack.use(await startDashboard({ url, ...at, ...keys }))
  const visitor = stack.use(await dashboard.signIn(person, places))
  await work({
    report,
    way,
    url,
    relay,
    dashboard,
    visitor,
    places,
    async rename(name) {
      const change = { method: 'PUT', path: `/projects/${places.projectId}`, body: { name } }
      const { status, text } = await callAs(instance, person, change)
      if (status !== 200) throw new Error(`rename: ${status} ${text}`)
    },
  })
  // Chromium notes that the header has no effect without HTTPS.
  const faults = visitor.faults.filter((each) => way !== 'lan' || !each.includes('Cross-Origin-Opener-Policy'))
  for (const fault of new Set(faults)) report.expect(false, `${way}: ${fault}`)
}

export function projectPath({ places }: TabsTestEnv): string {
  return `/projects/${places.projectId}`
}

/** Whether the page was committed and shows its content, not a sign-in form or an error. */
export async function isUsable(page: Page): Promise<boolean> {
  return await page
    .locator('main h1')
    .first()
    .waitFor({ timeout: loadWithinMs })
    .then(
      async () => (await page.locator('main [role=alert]').count()) === 0,
      () => false,
    )
}

export async function load({ url }: TabsTestEnv, page: Page, path: string): Promise<boolean> {
  return await page.goto(url + path, { timeout: loadWithinMs, waitUntil: 'commit' }).then(
    () => isUsable(page),
    () => false,
  )
}
