/**
 * The documentation: the static site builds with 0 broken links, its examples hold and a browser reads it; the page of the API shows
 * every operation. Nothing is loaded from another host. `bin/suite docs [site|api] [--screenshots=DIR]`.
 */
import { join } from 'node:path'
import { startBrowser } from '../support/browser.ts'
import { Report } from '../support/report.ts'
import { checkApiPage } from './docs/api-page.ts'
import { checkSite } from './docs/site.ts'

const report = new Report('docs')
const words = process.argv.slice(2)
const isWanted = (part: string) => words.includes(part) || !(words.includes('site') || words.includes('api'))
const screenshots = words.find((word) => word.startsWith('--screenshots='))?.slice('--screenshots='.length)

const browser = await startBrowser()
try {
  if (isWanted('site')) await checkSite(browser, report, screenshots)
  if (isWanted('api'))
    await checkApiPage(browser, report, screenshots === undefined ? undefined : join(screenshots, 'docs-api.png'))
} finally {
  await browser.close()
}
report.finish()
