/**
 * The documentation holds: every command and every instruction of the README, the start pages, and the guides is followed as written
 * on a fresh instance; no link is broken; searching for what users ask finds the right page; nothing loads from another host.
 * `--page=NAME,NAME`: only these pages of the topic guides.
 *
 * @tier all
 * @budget 420
 * @topics site guides machines api
 * @options --screenshots=FOLDER --page=NAME
 */
import { join } from 'node:path'
import { startBrowser } from '../support/browser.ts'
import { isChosen, isQuick, option } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { checkApiPage } from './docs/api-page.ts'
import { followGuides } from './docs/guides.ts'
import { followMachineGuides } from './docs/machines.ts'
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
if (isChosen('guides')) await followGuides(report)
// Machines take minutes each; the suite first-five-minutes has one in every run.
if (isChosen('machines') && !isQuick) await followMachineGuides(report)
report.finish()
