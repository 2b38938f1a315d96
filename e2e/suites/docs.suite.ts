/**
 * The documentation site builds without broken links and works in a browser; the API page shows every operation; nothing loads
 * from another host.
 *
 * @tier all
 * @budget 60
 * @topics site api
 * @options --screenshots=FOLDER
 */
import { join } from 'node:path'
import { startBrowser } from '../support/browser.ts'
import { isChosen, option } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { checkApiPage } from './docs/api-page.ts'
import { checkSite } from './docs/site.ts'

const report = new Report('docs')
const screenshots = option('screenshots')

const browser = await startBrowser()
try {
  if (isChosen('site')) await checkSite(browser, report, screenshots)
  if (isChosen('api'))
    await checkApiPage(browser, report, screenshots === undefined ? undefined : join(screenshots, 'docs-api.png'))
} finally {
  await browser.close()
}
report.finish()
