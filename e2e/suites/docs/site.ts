/** The site: it builds without a broken link, an instance and a plain web server serve it, and every page works in a browser. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { buildDocs, listFiles } from '../../../tools/build-docs.ts'
import { checkExamples } from '../../../tools/check-examples.ts'
import { isQuick } from '../../support/command-line.ts'
import { eventually, readUntil } from '../../support/eventually.ts'
import { startInstance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'
import { questions } from './questions.ts'
import { serveFolder } from './serve-folder.ts'

const phone = { width: 360, height: 720 }
const desktop = { width: 1280, height: 900 }
const shownResults = 3
/** Pages with the widest tables, the longest words, images, and tabs. */
const widePages = [
  'index.html',
  'guides/variables.html',
  'reference/api/environments.html',
  'reference/security-checks.html',
  'reference/settings.html',
  'explanation/proxy.html',
  'project/contributing.html',
]
const pictures = ['index.html', 'start/first-app.html', 'guides/variables.html', 'reference/settings.html']

interface Site {
  readonly url: string
  readonly report: Report
  readonly screenshots: string | undefined
}

export async function checkSite(browser: Browser, report: Report, screenshots: string | undefined): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-docs-'))
  try {
    const { pages, links, findings, seeds } = await buildDocs(folder)
    const examples = await checkExamples()
    report.figure('pages', pages)
    report.figure('links', links)
    report.figure('broken', findings.length)
    for (const finding of [...findings, ...examples.findings]) report.expect(false, finding)
    for (const { what, caught } of [...seeds, ...examples.seeds]) report.expect(caught, `the seeded ${what} passed`)
    report.expect(pages > 150 && links > 10_000, `${pages} pages and ${links} links are too few`)
    await using plain = await serveFolder(folder, '/docs/')
    await openEveryPage(browser, folder, { url: plain.url, report, screenshots })
    await using instance = await startInstance({ worker: false, environment: { DOCS_DIRECTORY: folder } })
    await useSite(browser, { url: `${instance.url}/docs/`, report, screenshots })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** On a phone, in both themes. */
async function openEveryPage(browser: Browser, folder: string, site: Site): Promise<void> {
  const all = (await listFiles(folder)).filter((path) => path.endsWith('.html'))
  const paths = isQuick ? widePages : all
  let seen = 0
  for (const colorScheme of ['light', 'dark'] as const) {
    await using context = await browser.newContext({ viewport: phone, colorScheme })
    const page = await openWatched(context, site)
    for (const path of paths) {
      await page.goto(site.url + path)
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      site.report.expect(width <= phone.width, `${path} is ${width} px wide on a phone of ${phone.width}`)
      if (pictures.includes(path)) await takePicture(page, site, `${path}-${colorScheme}`)
      seen += 1
    }
  }
  site.report.figure('phone_views', seen)
}

async function useSite(browser: Browser, site: Site): Promise<void> {
  await using context = await browser.newContext({ viewport: desktop, colorScheme: 'light' })
  const page = await openWatched(context, site)
  await useNavigation(page, site)
  await changeTheme(page, site)
  await chooseTab(page, site)
  await askQuestions(page, site)
  const missing = await page.goto(`${site.url}nowhere`)
  site.report.expect(missing?.status() === 404, `a missing page responds with ${missing?.status()}`)
  // The page is empty until its scripts have run.
  const shown = await readUntil(
    () => page.textContent('body'),
    (body) => body?.includes('404') === true,
  )
  site.report.expect(shown?.includes('404') === true, 'a missing page shows nothing')
}

/** Fails for requests to other hosts and for complaints of the browser, such as those about the content security policy. */
async function openWatched(context: BrowserContext, { url, report }: Site): Promise<Page> {
  const page = await context.newPage()
  const { origin } = new URL(url)
  page.on('request', (request) => {
    report.expect(request.url().startsWith(origin) || request.url().startsWith('data:'), `loads ${request.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404'))
      report.expect(false, `${page.url()}: the browser complains: ${message.text()}`)
  })
  page.on('pageerror', (error) => report.expect(false, `${page.url()}: ${error.message}`))
  return page
}

async function useNavigation(page: Page, site: Site): Promise<void> {
  const { url, report } = site
  const response = await page.goto(url)
  const policy = response?.headers()['content-security-policy'] ?? ''
  report.expect(
    policy.includes("default-src 'none'") && !policy.includes('unsafe-inline'),
    `the content security policy is “${policy}”`,
  )
  await takePicture(page, site, 'home-desktop')
  await page.getByRole('navigation').getByRole('link', { name: 'Guides', exact: true }).first().click()
  await page.waitForURL(`${url}guides/**`)
  const sidebar = page.getByRole('complementary').or(page.locator('#VPSidebarNav')).first()
  await sidebar.getByText('Deploy', { exact: true }).first().click()
  await sidebar.getByRole('link', { name: 'Deploy, roll back, cancel', exact: true }).click()
  await page.waitForURL(`${url}guides/deploy.html`)
  report.expect((await page.locator('main h1').count()) === 1, 'a guide has no title')
  await takePicture(page, site, 'guide-desktop')
}

async function changeTheme(page: Page, { report }: Site): Promise<void> {
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const light = await background()
  await page.getByRole('switch', { name: /dark/i }).first().click()
  const dark = await readUntil(background, (color) => color !== light)
  report.expect(dark !== light, 'the dark theme has the colors of the light one')
}

/** A choice in one group of tabs is for all groups of the page. */
async function chooseTab(page: Page, { url, report }: Site): Promise<void> {
  await page.goto(`${url}guides/variables.html`)
  const tabs = page.getByRole('tab', { name: 'CLI', exact: true })
  await tabs.first().click()
  const chosen = await tabs.evaluateAll((all) => all.map((each) => each.getAttribute('aria-selected')))
  report.expect(chosen.length > 2 && chosen.every((each) => each === 'true'), `the tabs show ${chosen.join(', ')}`)
}

async function askQuestions(page: Page, site: Site): Promise<void> {
  let found = 0
  for (const { query, pages } of questions) {
    const results = await search(page, query)
    const isFound = pages.some((each) => results.includes(each))
    found += Number(isFound)
    site.report.expect(isFound, `searching “${query}” finds ${results.join(', ')} instead of ${pages.join(' or ')}`)
  }
  site.report.figure('questions', `${found}/${questions.length}`)
  await takePicture(page, site, 'search-desktop')
}

/** The first results, as paths of pages. */
async function search(page: Page, query: string): Promise<string[]> {
  const input = page.locator('.VPLocalSearchBox .search-input')
  if (!(await input.isVisible())) await page.keyboard.press('Control+k')
  await input.waitFor({ timeout: 15_000 })
  const results = page.locator('.VPLocalSearchBox .result')
  // Without results in between, those of the last query could be read.
  await input.fill('')
  await eventually('the results are gone', () => results.count(), { holds: (count) => count === 0 })
  await input.fill(query)
  await results.first().waitFor({ timeout: 15_000 })
  const links = await results.evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
  return links
    .slice(0, shownResults)
    .map((path) => path.replace(/^\/docs\//, '').replace(/(?:index)?(?:\.html)?(?:#.*)?$/, ''))
}

async function takePicture(page: Page, { screenshots }: Site, name: string): Promise<void> {
  if (screenshots === undefined) return
  await page.screenshot({ path: join(screenshots, `docs-${name.replaceAll(/[/.]/g, '-')}.png`) })
}
