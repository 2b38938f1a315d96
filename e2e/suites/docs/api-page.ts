/** An instance's API reference in a browser: every operation in its group, with a description and examples. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { startInstance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'

/** Number of checks without movement after which the page counts as loaded to its end. */
const quietChecks = 5

export async function checkApiPage(browser: Browser, report: Report, screenshot: string | undefined): Promise<void> {
  const document = JSON.parse(await readFile(join(import.meta.dirname, '../../../apps/server/openapi.json'), 'utf8'))
  const operations = Object.values<Record<string, { summary?: string; tags?: string[] }>>(document.paths).flatMap(
    (path) => Object.values(path),
  )
  await using instance = await startInstance({ worker: false, environment: { API_DOCS: 'public' } })
  const page = await browser.newPage({ viewport: { width: 1280, height: 1600 } })
  const foreign: string[] = []
  const problems: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(instance.url) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(`${instance.url}/api/docs`)
  await page.waitForSelector('.opblock', { timeout: 30_000 })
  const seen = await scrollThrough(page)
  const shown = seen.operations.size
  const groups = seen.groups.size
  const described = [...seen.operations.values()]
  report.figure('operations', shown)
  report.figure('groups', groups)
  report.expect(shown === operations.length, `${shown} operations are shown, openapi.json has ${operations.length}`)
  report.expect(groups === document.tags.length, `${groups} groups are shown, there are ${document.tags.length} tags`)
  report.expect(
    described.every((text) => text.trim().length > 3),
    'an operation has no description',
  )
  await page.locator('#operations-auth-login .opblock-summary').click()
  const opened = page.locator('#operations-auth-login')
  await opened.locator('.body-param__text, .example').first().waitFor({ timeout: 10_000 })
  const example = await opened.textContent()
  report.expect(example?.includes('ada@example.com') === true, 'the sign-in shows no example')
  report.expect(foreign.length === 0, `loads from elsewhere: ${foreign.join(', ')}`)
  report.expect(problems.length === 0, `the browser complains: ${problems.join(' | ')}`)
  if (screenshot !== undefined) await page.screenshot({ path: screenshot })
  await page.close()
}

/** The page renders only the operations in view. */
async function scrollThrough(page: Page): Promise<{ operations: Map<string, string>; groups: Set<string> }> {
  const operations = new Map<string, string>()
  const groups = new Set<string>()
  let stillFor = 0
  for (let before = -1; stillFor < quietChecks; await delay(100)) {
    const found = await page
      .locator('.opblock')
      .evaluateAll((all) =>
        all.map((each) => [each.id, each.querySelector('.opblock-summary-description')?.textContent ?? ''] as const),
      )
    for (const [id, description] of found) operations.set(id, description)
    for (const id of await page.locator('.opblock-tag').evaluateAll((all) => all.map((each) => each.id))) groups.add(id)
    await page.mouse.wheel(0, 500)
    const at = await page.evaluate<number>('window.scrollY')
    stillFor = at === before ? stillFor + 1 : 0
    before = at
  }
  await page.evaluate('window.scrollTo(0, 0)')
  return { operations, groups }
}
