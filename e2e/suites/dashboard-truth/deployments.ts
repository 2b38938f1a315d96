/** Deployments: failures, help, bars and times. */
import type { Deployment } from '@longshore/sdk'
import { paths } from '../../../apps/dashboard/src/navigation/paths.ts'
import { text } from '../../../apps/dashboard/src/text/text.ts'
import type { RowsFinding } from './finding.ts'
import { appears, hasShell, readText } from './rows-test-env.ts'

export const deploymentFindings: readonly RowsFinding[] = [
  {
    seen: 'Help of a failed deployment opens a page with its explanation',
    async replay({ open, visitor, failedDeploymentPath }, note) {
      const { page: failed } = await open(failedDeploymentPath)
      const newTab = visitor.context.waitForEvent('page')
      await failed.getByRole('link', { name: 'crash_loop' }).first().click()
      const page = await newTab
      await page.getByRole('heading', { level: 1 }).waitFor()
      note(await hasShell(page), 'the help page has no navigation')
      note(await appears(page, text.failures.remedy), 'the help page has no remedy')
      for (const code of ['validation_failed', 'forbidden', 'build_failed']) {
        const { page: other } = await open(paths.help(code))
        note(await hasShell(other), `the page about ${code} has no navigation`)
        note(!(await readText(other)).includes('application/problem+json'), `the page about ${code} is raw JSON`)
      }
    },
  },
  {
    seen: 'A failed deployment says that the previous version still serves traffic',
    async replay({ open, failedDeploymentPath }, note) {
      const { page } = await open(failedDeploymentPath)
      note(await appears(page, /is still serving traffic/), 'nothing says which version serves traffic')
    },
  },
  {
    seen: 'First steps stay away while the only environment is redeployed',
    async replay({ open, demo: { db, organizationId } }, note) {
      const statuses = await db.query<{ id: string; status: string }>(
        'select id, status from environments where organization_id = $1',
        [organizationId],
      )
      await db.query(`update environments set status = 'deploying' where organization_id = $1`, [organizationId])
      try {
        const { page } = await open(paths.home())
        const shown = await appears(page, text.home.checklist.title, 3_000)
        note(!shown, 'Home shows the first steps to people who deployed long ago')
      } finally {
        for (const { id, status } of statuses)
          await db.query('update environments set status = $2 where id = $1', [id, status])
      }
    },
  },
  {
    seen: 'The first deployment isn’t compared with itself',
    async replay({ open, api, demo: { db }, environmentOf }, note) {
      const environmentId = environmentOf('metabase', 'production')
      const { items } = await api('GET', `/environments/${environmentId}/deployments?limit=1`)
      const id = String(items[0]?.id)
      const others = await db.query<{ id: string }>(
        `update deployments set status = 'cancelled' where status = 'retired' and environment_id =
           (select environment_id from deployments order by created_at desc limit 1) returning id`,
      )
      const { page } = await open(paths.deployment(environmentId, id))
      const shown = await api<Deployment>('GET', `/environments/${environmentId}/deployments/${id}`)
      const isItself = shown.medianDurationMs === shown.durationMs
      const said = await readText(page)
      note(!isItself || !said.includes('usually'), 'the only deployment is compared with its own duration')
      for (const other of others) await db.query(`update deployments set status = 'retired' where id = $1`, [other.id])
    },
  },
  {
    seen: 'Relative times move on while the page is open',
    async replay({ visitor, environmentId }, note) {
      const { page, goTo } = await visitor.open()
      await page.clock.install()
      await goTo(paths.environment(environmentId))
      const read = async () => await page.locator('time').allInnerTexts()
      const before = await read()
      await page.clock.fastForward('06:00:00')
      await page.clock.runFor(61_000)
      note(before.length > 0 && (await read()).join() !== before.join(), `times stand still: ${before.join(', ')}`)
    },
  },
]
