/**
 * The dashboard as users see it: the built files from a real api, in Chromium. A visitor has its own browser and signs
 * in with the form. All errors of its pages, above all policy violations, are collected and are defects.
 */
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { text } from '../../apps/dashboard/src/text/text.ts'
import { buildDashboard, galleryFolder } from '../../tools/build-dashboard.ts'
import { startBrowser } from './browser.ts'
import { newAddress, password as usualPassword } from './client.ts'

/** Await this before the api starts, which reads the files. */
export { buildDashboard, galleryFolder }

export type Theme = 'light' | 'dark'

export interface View {
  readonly theme?: Theme
  readonly width?: number
  readonly height?: number
}

export const desktop = { width: 1_280, height: 900 } as const
export const phone = { width: 360, height: 740 } as const
export const tablet = { width: 768, height: 1_024 } as const
export const wide = { width: 1_440, height: 900 } as const

const settleMs = 240_000
const pollMs = 25
/** No loading placeholder is in view. Below the fold, some stay until they are scrolled into view. */
const isThere = `[...document.querySelectorAll('.animate-pulse')].every((each) => {
  const { top, bottom } = each.getBoundingClientRect()
  return bottom <= 0 || top >= innerHeight
})`
/** Rule tags: WCAG 2.2 AA, and axe's best practices. */
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export interface Dashboard extends AsyncDisposable {
  readonly url: string
  readonly browser: Browser
  /** A new browser without a session. */
  visit(): Promise<Visitor>
  /** The same, signed in through the form. */
  signIn(person: { email: string; password?: string }, options?: { organizationId?: string }): Promise<Visitor>
}

export interface Visitor extends AsyncDisposable {
  readonly context: BrowserContext
  /** Faults of all pages so far: script errors, console messages, policy violations, files that didn't load. */
  readonly faults: string[]
  open(view?: View): Promise<DashboardPage>
}

export interface DashboardPage {
  readonly page: Page
  /** Opens the path again and waits until no request is pending. */
  goTo(path: string): Promise<void>
  settle(): Promise<void>
  show(view: View): Promise<void>
  screenshot(file: string): Promise<void>
  /** The findings of axe, one line each. If rules are named, only theirs. */
  axe(rules?: readonly string[]): Promise<string[]>
  /** The number of pixels by which the page is wider than its window. */
  overflow(): Promise<number>
}

/**
 * `at`: where the host of the address is found, for an installation that is known by no DNS server of the test environment. `trustedKeys`:
 * of the authority that signed its certificate. Without any, the browser accepts every certificate; other suites verify the chain.
 */
export async function startDashboard(options: {
  url: string
  at?: string
  trustedKeys?: readonly string[]
}): Promise<Dashboard> {
  const { url, at, trustedKeys = [] } = options
  if (at === undefined) await requireBuilt(url)
  const browser = await startBrowser(at === undefined ? {} : { [new URL(url).hostname]: at }, { trustedKeys })
  const visit = () => createVisitor(browser, { url, acceptsAll: url.startsWith('https:') && trustedKeys.length === 0 })
  return {
    url,
    browser,
    visit,
    async signIn({ email, password = usualPassword }, { organizationId } = {}) {
      const visitor = await visit()
      if (organizationId !== undefined) await chooseOrganization(visitor, organizationId)
      const { page, settle } = await visitor.open()
      await page.goto(`${url}/sign-in`)
      await page.getByLabel(text.auth.email).fill(email)
      await page.getByLabel(text.auth.password, { exact: true }).fill(password)
      await page.getByRole('button', { name: text.auth.signIn, exact: true }).click()
      await page.waitForURL((address) => address.pathname !== '/sign-in')
      await settle()
      await page.close()
      return visitor
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

async function requireBuilt(url: string): Promise<void> {
  const answer = await fetch(url, { headers: { accept: 'text/html' } })
  if (!(await answer.text()).includes('id="root"')) throw new Error('the api started before the dashboard was built')
}

/** Call this before the visitor opens a page. */
export async function chooseOrganization({ context }: Visitor, organizationId: string): Promise<void> {
  // Pages without an origin have no storage.
  await context.addInitScript(
    `if (location.protocol !== 'about:') sessionStorage.setItem('longshore.organization', '${organizationId}')`,
  )
}

async function createVisitor(
  browser: Browser,
  { url, acceptsAll }: { url: string; acceptsAll: boolean },
): Promise<Visitor> {
  const faults: string[] = []
  // The api's rate limits are per IP address, so each visitor has another one.
  const context = await browser.newContext({
    baseURL: url,
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
    ignoreHTTPSErrors: acceptsAll,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(settleMs)
  await context.exposeBinding('tellFault', (_source, fault: string) => void faults.push(fault))
  await context.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    tellFault('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample + ' at ' + location.pathname))`)
  context.on('page', (page) => collectFaults(page, faults))
  return {
    context,
    faults,
    open: async (view = {}) => {
      const opened = describePage(await context.newPage(), url)
      await opened.show(view)
      return opened
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

function collectFaults(page: Page, faults: string[]): void {
  const at = () => new URL(page.url()).pathname
  page.on('pageerror', (error) => void faults.push(`error: ${error.message} at ${at()}`))
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) faults.push(`console: ${message.text().slice(0, 500)} at ${at()}`)
  })
  // An error of the api is a response that the page shows, but the page's own files must load.
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400 && !pathname.startsWith('/api/')) faults.push(`${response.status()} for ${pathname}`)
  })
}

function describePage(page: Page, url: string): DashboardPage {
  const settle = async () => {
    await page.locator('h1, h2').first().waitFor({ timeout: settleMs })
    for (const deadline = Date.now() + settleMs; !(await page.evaluate<boolean>(isThere)); await delay(pollMs))
      if (Date.now() > deadline) throw new Error(`${page.url()} is still on its way after ${settleMs} ms`)
  }
  return {
    page,
    settle,
    async goTo(path) {
      await page.goto(url + path)
      await settle()
    },
    async show({ theme = 'light', width = desktop.width, height = desktop.height }) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height })
    },
    async screenshot(file) {
      await mkdir(dirname(file), { recursive: true })
      await page.screenshot({ path: file, fullPage: true })
    },
    async axe(rules) {
      // The page has no third-party frames. Without legacy mode, each run would open another page to merge the results
      // of frames.
      const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
      const { violations } = await (rules === undefined
        ? builder.withTags(axeTags)
        : builder.withRules([...rules])
      ).analyze()
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          (node) =>
            `${id}: ${node.html.slice(0, 160)} ${(node.failureSummary ?? '').replaceAll('\n', ' ').slice(0, 300)}`,
        ),
      )
    },
    // Without the gutter of the scroll bar, which `clientWidth` contains.
    overflow: () =>
      page.evaluate<number>(
        'Math.ceil(document.documentElement.scrollWidth - document.documentElement.getBoundingClientRect().width)',
      ),
  }
}
