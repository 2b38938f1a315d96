/** The same in a browser: a failed deployment's button, its form, and the page of the new deployment. */
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { startDashboard } from '../../support/dashboard.ts'
import type { DeployTestEnv } from '../../support/deploy-test-env.ts'
import { forButton } from './start-variants.ts'
import { deployBroken } from './try-variant.ts'

const waitMs = 120_000

export async function pressButton(testEnv: DeployTestEnv): Promise<void> {
  const { report } = testEnv
  const { app, failed } = await deployBroken(testEnv, forButton)
  const [remedy] = failed.diagnosis?.remedies ?? []
  const isFound = report.expect(
    remedy !== undefined,
    `the button's app has a remedy: ${JSON.stringify(failed.diagnosis)}`,
  )
  if (!isFound || remedy === undefined) return
  await using dashboard = await startDashboard(testEnv.instance)
  await using visitor = await dashboard.signIn({ email: testEnv.person.email })
  const { page, goTo } = await visitor.open()
  await goTo(`/environments/${app.environmentId}/deployments/${failed.id}`)
  await page.getByRole('button', { name: remedy.label, exact: true }).click()
  const dialog = page.getByRole('dialog')
  const shown = await dialog.getByLabel(text.deployments.diagnosis.fields.change_port).inputValue()
  report.expect(shown === '8081', `the form has the suggested port, not ${JSON.stringify(shown)}`)
  await dialog.getByRole('button', { name: text.deployments.diagnosis.apply, exact: true }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(failed.id), { timeout: waitMs })
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const ended = await testEnv.waitFor(app, id)
  report.expect(ended.status === 'live', `the deployment that the button began is live, not ${ended.status}`)
  report.expect(visitor.faults.length === 0, `the page complains: ${visitor.faults.join(' | ')}`)
}
