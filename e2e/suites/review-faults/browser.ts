/** Faults that users see in the browser: reloads, many tabs, and a live view that must catch up. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext } from 'playwright-core'
import { cookiesOf } from '../../support/auth/auth-context.ts'
import { startBrowser } from '../../support/browser.ts'
import { call, password, signUp } from '../../support/client.ts'
import type { Instance } from '../../support/instance.ts'
import type { Finding } from './finding.ts'

const run = promisify(execFile)
const buildTimeoutMs = 300_000
/** A page that isn't loaded by then waits for a connection. */
const loadWithinMs = 30_000
const pageLoads = 9

export const reloadDuringRefresh: Finding = {
  id: 'A1',
  title: 'A reload while the refresh is on its way signs the person out',
  async provoke(testEnv) {
    const { instance } = await testEnv.deploying()
    const { headers, cookie } = await signInAsBrowser(instance)
    const refresh = () => call(instance, 'POST', '/api/v1/auth/refresh', { body: {}, headers: { ...headers, cookie } })
    // The page that sent the first request was reloaded: its response is lost, and the cookies are still the old ones.
    const lost = await refresh()
    if (lost.status !== 200) throw new Error(`refresh: ${lost.status} ${lost.text}`)
    const again = await refresh()
    return { broken: again.status !== 200, how: `the reloaded page: ${again.status} ${again.body?.code ?? ''}` }
  },
}

export const usedUpConnections: Finding = {
  id: 'A2',
  title: 'Pages in the back/forward cache use up the connections of the browser',
  async provoke(testEnv) {
    const { instance } = await testEnv.deploying()
    const { root } = testEnv.checkout
    await run(process.execPath, [join(root, 'tools/build-dashboard.ts')], { cwd: root, timeout: buildTimeoutMs })
    // The api reads the files when it starts.
    await instance.api.stop('SIGTERM')
    await instance.startApi()
    await using browser = await startBrowser()
    const context = await browser.newContext({ baseURL: instance.url })
    await addCookies(context, instance)
    const page = await context.newPage()
    for (let loads = 1; loads <= pageLoads; loads += 1) {
      const isThere = await page
        .goto(`${instance.url}/servers?load=${loads}`, { timeout: loadWithinMs, waitUntil: 'domcontentloaded' })
        .then(() => page.locator('h1').first().waitFor({ timeout: loadWithinMs }))
        .then(
          () => true,
          () => false,
        )
      if (!isThere) return { broken: true, how: `load ${loads} was not there after ${loadWithinMs} ms` }
    }
    return { broken: false, how: `${pageLoads} loads` }
  },
}

export const staleSteps: Finding = {
  id: 'A4',
  title: 'The live view keeps steps running that are done',
  async provoke({ checkout }) {
    const merge = await import(join(checkout.root, 'apps/dashboard/src/features/deployments/merge-step.ts'))
    const step = { attempt: 1, startedAt: null, finishedAt: null, durationMs: null, medianMs: null, detail: null }
    const list = [
      { ...step, name: 'resolve-source', status: 'running' },
      { ...step, name: 'build-image', status: 'pending' },
      { ...step, name: 'check-health', status: 'pending' },
    ]
    const change = { name: 'check-health', status: 'running' }
    const shown: { status: string }[] =
      'mergeSteps' in merge ? merge.mergeSteps(list, new Map([[change.name, change]])) : merge.mergeStep(list, change)
    const statuses = shown.map(({ status }) => status)
    return { broken: statuses.slice(0, 2).some((status) => status !== 'succeeded'), how: statuses.join(', ') }
  },
}

async function signInAsBrowser(instance: Instance): Promise<{ headers: Record<string, string>; cookie: string }> {
  const { email } = await signUp(instance)
  const headers = { origin: instance.environment.PUBLIC_URL ?? instance.url, 'sec-fetch-site': 'same-origin' }
  const answer = await call(instance, 'POST', '/api/v1/auth/login', { body: { email, password }, headers })
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.text}`)
  return { headers, cookie: cookiesOf(answer) }
}

async function addCookies(context: BrowserContext, instance: Instance): Promise<void> {
  const { cookie } = await signInAsBrowser(instance)
  const cookies = cookie.split('; ').map((each) => {
    const [name = '', value = ''] = each.split('=')
    return { name, value, url: instance.url, httpOnly: true, secure: true, sameSite: 'Strict' as const }
  })
  await context.addCookies(cookies)
}
