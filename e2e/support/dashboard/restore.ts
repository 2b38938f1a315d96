/** A database, its backup, a mistake, and the restore: the page names every effect before it happens. */
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { queryOn } from '../backup-test-env.ts'
import { webService } from '../deploy-test-env.ts'
import type { OwnerCalls } from './owner-calls.ts'
import type { ScenarioTestEnv } from './scenario-test-env.ts'

const runMs = 600_000

export async function addDatabase({ must }: OwnerCalls, environmentId: string): Promise<void> {
  // The full list of services: the next deployment removes all others.
  const services = [webService(), { name: 'postgres', kind: 'postgres' }]
  await must('POST', `/environments/${environmentId}/services`, { services })
  await must('PATCH', `/environments/${environmentId}/backups/config`, {
    schedule: '0 3 * * *', restoreTests: 'off', destination: { type: 'controlPlane' },
  }) // biome-ignore format: one line
}

export async function restoreByWizard(
  testEnv: ScenarioTestEnv,
  calls: OwnerCalls,
  environmentPath: string,
): Promise<void> {
  const { opened, report } = testEnv
  const { page, goTo } = opened
  const environmentId = environmentPath.split('/').at(-1) ?? ''
  const { services, name } = await calls.must('GET', `/environments/${environmentId}`)
  const service = services.find((each: { kind: string }) => each.kind === 'postgres')
  const on = { container: `longshore-${service?.id}`, engine: 'postgres' as const }
  const query = (sql: string) => queryOn({ target: testEnv.target, id: '' }, on, sql)
  await query(
    'drop table if exists orders; create table orders (id int); insert into orders select generate_series(1, 100);',
  )

  await goTo(`${environmentPath}/backups`)
  await page.getByRole('button', { name: text.backups.now }).click()
  // Offered as soon as the backup has succeeded.
  const restore = page.getByRole('button', { name: text.backups.restore, exact: true }).first()
  await restore.waitFor({ timeout: runMs })
  await query('delete from orders;')
  await restore.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(text.restores.wizard.will).waitFor()
  await dialog.getByLabel(text.restores.wizard.confirm(name)).fill(name)
  await dialog.getByRole('button', { name: text.restores.wizard.start, exact: true }).click()
  await dialog.getByText(text.restores.follow.done).waitFor({ timeout: runMs })
  const count = (await query('select count(*) from orders;')).trim()
  report.expect(count === '100', `after the restore there are ${count} of 100 rows`)
}
