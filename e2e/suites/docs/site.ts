/** The static site: it builds without a broken link, its examples work, and a browser can read, search and navigate it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { buildDocs } from '../../../tools/build-docs.ts'
import { checkExamples } from '../../../tools/check-examples.ts'
import type { Report } from '../../support/report.ts'
import { serveFolder } from './serve-folder.ts'

const phone = { width: 360, height: 720 }
const desktop = { width: 1280, height: 900 }
/** Pages with the widest tables, the longest words and images. */
const widePages = [
  'index.html',
  'reference/api/environments.html',
  'reference/api/shapes.html',
  'reference/security-checks.html',
  'reference/settings.html',
  'reference/problems/index.html',
  'explanation/proxy.html',
  'project/readme.html',
]

export async function checkSite(browser: Browser, report: Report, screenshots: string | undefined): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-docs-'))
  try {
    const { pages, links, findings, seeds } = await buildDocs(folder)
    const examples = await checkExamples()
    report.figure('pages', pages)
    report.figure('links', links)
    report.figure('broken', findings.length)
    report.figure('examples', examples.figures.examples ?? 0)
    report.figure('ran', examples.figures.ran ?? 0)
    for (const finding of [...findings, ...examples.findings]) report.expect(false, finding)
    for (const { what, caught } of [...seeds, ...examples.seeds]) report.expect(caught, `the planted ${what} passed`)
    report.expect(pages > 300 && links > 10_000, `${pages} pages and ${links} links are too few`)
    await using site = await serveFolder(folder, '/some/where/')
    await visit(browser, site.url, { report, screenshots })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Visit {
  report: Report
  screenshots: string | undefined
}

async function visit(browser: Browser, url: string, { report, screenshots }: Visit): Promise<void> {
  const page = await browser.newPage({ viewport: desktop, colorScheme: 'light' })
  const foreign: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) foreign.push(request.url())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  const picture = async (name: string) => {
    if (screenshots !== undefined) await page.screenshot({ path: join(screenshots, `docs-${name}.png`) })
  }
  await goByNavigation(page, url, report)
  await picture('page')
  await search(page, url, report)
  await picture('search')
  await changeTheme(page, report)
  await picture('dark')
  await page.setViewportSize(phone)
  for (const path of widePages) {
    await page.goto(url + path)
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    report.expect(width <= phone.width, `${path} is ${width} px wide on a phone of ${phone.width}`)
  }
  await page.getByRole('link', { name: 'Pages', exact: true }).click()
  report.expect(await page.locator('#navigation').isVisible(), 'a phone does not show the list of pages')
  await picture('phone')
  report.expect(foreign.length === 0, `loads from elsewhere: ${foreign.join(', ')}`)
  report.expect(complaints.length === 0, `the browser complains: ${complaints.join(' | ')}`)
  await page.close()
}

async function goByNavigation(page: Page, url: string, report: Report): Promise<void> {
  await page.goto(`${url}index.html`)
  const navigation = page.locator('#navigation')
  await navigation.locator('summary', { hasText: 'Get a task done' }).click()
  await navigation.getByRole('link', { name: 'Deploy an environment', exact: true }).click()
  await page.waitForURL(`${url}how-to/deploy.html`)
  const current = await navigation.locator('[aria-current]').textContent()
  report.expect(current === 'Deploy an environment', `the navigation marks ${current}`)
  await page.locator('aside a', { hasText: 'Follow the deployment' }).click()
  report.expect(page.url().endsWith('#follow-the-deployment'), 'the table of contents does not link to the sections')
}

async function search(page: Page, url: string, report: Report): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.type('qqzzqq')
  await page.locator('#found p', { hasText: 'Nothing found' }).waitFor({ timeout: 10_000 })
  await page.locator('#search').fill('roll back')
  const first = page.locator('#found a').first()
  await first.waitFor({ timeout: 10_000 })
  const count = await page.locator('#found a').count()
  report.expect(count > 1, `the search finds ${count} places`)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL((address) => !address.href.startsWith(`${url}how-to/deploy.html#follow-the-deployment`))
  const text = (await page.locator('main').textContent()) ?? ''
  report.expect(/roll.?back/i.test(text), `the search led to ${page.url()}`)
}

async function changeTheme(page: Page, report: Report): Promise<void> {
  const background = async () =>
    await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark' })
  report.expect((await background()) !== light, 'the colours do not follow the wish of the reader')
}
