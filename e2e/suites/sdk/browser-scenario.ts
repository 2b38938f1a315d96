/** The SDK in Chromium: scripts can't read the refresh token, tabs share the session, a disconnected stream continues. */
import { addVariables, createDeployment, streamDeployment } from '@longshore/sdk/operations'
import type { BrowserContext, Page } from 'playwright-core'
import { startBrowser } from '../../support/browser.ts'
import { password } from '../../support/client.ts'
import { nodeApp, webService } from '../../support/deploy-test-env.ts'
import { readProgram } from './consumer.ts'
import { type SdkTestEnv, signInOwner } from './test-env.ts'

const tabs = 5
const eventsPerCut = 6

export async function runBrowserScenario(sdk: SdkTestEnv): Promise<void> {
  const program = await sdk.consumer.bundle(await readProgram('browser-program.ts'))
  const browser = await startBrowser()
  try {
    const context = await browser.newContext()
    await servePage(context, sdk.publicUrl, program)
    const page = await openPage(context, sdk)
    await keepSession(sdk, context, page)
    await followInPage(sdk, page)
    await page.evaluate('signOut()')
    const problem: { code: string; hint: string } = await page.evaluate('problem()')
    sdk.testEnv.report.expect(
      problem.code === 'unauthenticated' && problem.hint !== '',
      'after signing out nothing works',
    )
    await page.reload()
    await ready(page)
    sdk.testEnv.report.expect((await page.evaluate('resume()')) === null, 'after signing out nothing comes back')
  } finally {
    await browser.close()
  }
}

/** A page of the instance's own origin. Everything else is the real api's response. */
async function servePage(context: BrowserContext, origin: string, program: string): Promise<void> {
  const html = '<!doctype html><title>SDK</title><script type="module" src="/sdk-test/program.js"></script>'
  await context.route(`${origin}/sdk-test/`, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await context.route(`${origin}/sdk-test/program.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: program }),
  )
}

async function openPage(context: BrowserContext, { publicUrl, testEnv }: SdkTestEnv): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (error) => testEnv.report.expect(false, `the page fails: ${error.message}`))
  await page.goto(`${publicUrl}/sdk-test/`)
  await ready(page)
  return page
}

async function ready(page: Page): Promise<void> {
  await page.waitForFunction('globalThis.resume !== undefined')
}

async function keepSession(sdk: SdkTestEnv, context: BrowserContext, page: Page): Promise<void> {
  const { report, person } = sdk.testEnv
  report.expect((await page.evaluate('resume()')) === null, 'a new browser has no session')
  const answering = page.waitForResponse((response) => response.url().endsWith('/auth/login'))
  const args = JSON.stringify([person.email, password])
  report.expect((await page.evaluate(`signIn(...${args})`)) === person.email, 'signing in')
  const answer = await (await answering).text()
  report.expect(answer.includes('accessToken') && !answer.includes('refreshToken'), 'no script sees the refresh token')
  const cookie = (await context.cookies(`${sdk.publicUrl}/api/v1/auth/refresh`)).find(
    (each) => each.name === 'longshore_refresh',
  )
  report.expect(cookie?.httpOnly === true && cookie.sameSite === 'Strict', 'it is in a cookie of the right kind')
  await page.reload()
  await ready(page)
  report.expect((await page.evaluate('readMe()')) === person.email, 'a reloaded page keeps its session')
  const others = await Promise.all(Array.from({ length: tabs }, () => openPage(context, sdk)))
  const found = await Promise.all([page, ...others].map((each) => each.evaluate('resume()')))
  report.expect(
    found.every((email) => email === person.email),
    `tabs renew at once and all stay: ${found}`,
  )
  await Promise.all(others.map((each) => each.close()))
  report.figure('tabs', tabs + 1)
}

async function followInPage(sdk: SdkTestEnv, page: Page): Promise<void> {
  const { testEnv, relay } = sdk
  const { client } = await signInOwner(sdk, testEnv.instance.url)
  const app = await testEnv.createApp('browsed', { files: nodeApp('browsed'), services: [webService()] })
  const variables = [{ key: 'TOKEN', value: 'in the browser' }]
  await client.call(addVariables, { id: app.environmentId, body: { variables } })
  const value = await page.evaluate(`reveal(${JSON.stringify(app.environmentId)}, 'TOKEN')`)
  testEnv.report.expect(value === 'in the browser', `a secret is revealed in the page: ${value}`)
  const { id: did } = await client.call(createDeployment, { id: app.environmentId, body: {} })
  const seen: string[] = []
  let cuts = 0
  await page.exposeFunction('tell', (event: string) => {
    seen.push(event)
    if (seen.length % eventsPerCut !== 0) return
    cuts += 1
    relay.cut()
  })
  await page.evaluate(`follow(${JSON.stringify(app.environmentId)}, ${JSON.stringify(did)}, tell)`)
  const whole: string[] = []
  for await (const each of client.stream(streamDeployment, { id: app.environmentId, did }))
    whole.push(`${each.id} ${each.event}`)
  testEnv.report.figure('browser_cuts', cuts)
  testEnv.report.expect(cuts > 0 && whole.join() === seen.join(), 'a page misses and repeats nothing either')
}
