/**
 * The api restarts under an open page: the page shows the outage, reconnects automatically, and shows what happened
 * meanwhile.
 */
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import type { DashboardTestEnv } from '../../support/dashboard-test-env.ts'

const newName = 'Renamed while nobody could see it'
const waitMs = 240_000

export async function survivesRestart({
  report,
  instance,
  dashboard,
  person,
  places,
}: DashboardTestEnv): Promise<void> {
  await using visitor = await dashboard.signIn(person, places)
  const { page, goTo } = await visitor.open()
  await goTo(`/projects/${places.projectId}`)
  await page.evaluate('globalThis.isStillTheSame = true')
  await instance.api.stop('SIGKILL')
  const began = performance.now()
  await page.getByText(text.shell.lost).waitFor({ timeout: waitMs })
  report.figure('restart_noticed_ms', Math.round(performance.now() - began))
  await using db = createSqlClient(instance.databaseUrl)
  await db.query('update projects set name = $2, version = version + 1 where id = $1', [
    decodeId('prj', places.projectId),
    newName,
  ])
  await instance.startApi()
  const up = performance.now()
  await page.getByText(text.shell.back).waitFor({ timeout: waitMs })
  report.figure('restart_healed_ms', Math.round(performance.now() - up))
  await page.getByRole('heading', { name: newName }).waitFor({ timeout: waitMs })
  report.expect((await page.evaluate('globalThis.isStillTheSame === true')) === true, 'the page was not reloaded')
  const faults = visitor.faults.filter((each) => !each.includes('ERR_CONNECTION'))
  for (const fault of new Set(faults)) report.expect(false, `restart: ${fault}`)
}
