/** The example app: one click on the empty home page, a live URL, and one click that removes it. */
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { waitForEnd } from './deployments.ts'
import type { ScenarioTestEnv } from './scenario-test-env.ts'

const removedWithinMs = 240_000

export async function tryExample(testEnv: ScenarioTestEnv): Promise<void> {
  const { opened, report, visit } = testEnv
  const { page, goTo } = opened
  await goTo('/')
  await page.getByRole('button', { name: text.home.example.action }).click()
  await waitForEnd(testEnv, 'live')
  const environmentPath = /^\/environments\/env_[a-z0-9]+/.exec(new URL(page.url()).pathname)?.[0] ?? ''
  await goTo(environmentPath)
  const address = (await page.locator('main a[href^="http"]').first().getAttribute('href')) ?? ''
  const answer = await visit(new URL(address).hostname)
  report.expect(answer.includes('It works!'), `the example app answers at ${address}: ${answer.slice(0, 200)}`)
  await page.getByRole('button', { name: text.projects.example.remove }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByText(text.home.projects.emptyTitle).waitFor({ timeout: removedWithinMs })
}
