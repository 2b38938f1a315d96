/** Alerts and notification channels. */
import { paths } from '../../../apps/dashboard/src/navigation/paths.ts'
import { text } from '../../../apps/dashboard/src/text/text.ts'
import type { RowsFinding } from './finding.ts'
import { appears, readText, readVisible } from './rows-test-env.ts'

const labels = text.connectors

export const alertFindings: readonly RowsFinding[] = [
  {
    seen: 'An alert names its server, and pages outside the list show that there is one',
    async replay({ open }, note) {
      const { page } = await open(paths.alerts())
      note(await appears(page, /: fra-2$/), 'the title of the alert does not name the server')
      const { page: home } = await open(paths.home())
      const entry = home.getByRole('navigation').getByRole('link', { name: new RegExp(`^${text.shell.alerts}`) })
      note(/\d/.test(await readVisible(entry.first())), 'the navigation shows no number of open alerts')
      note(await appears(home, text.home.alerts.open), 'Home does not mention the open alert')
    },
  },
  {
    seen: 'A channel previews its own recipient, and its tests are in its delivery log',
    async replay({ open, api }, note) {
      const body = { kind: 'email', name: 'Operations', config: { to: 'ops@harborcoffee.example' } }
      const { id } = await api('POST', '/notification-connectors', body)
      const { page } = await open(paths.connector(String(id)))
      note(await appears(page, 'ops@harborcoffee.example'), 'the page does not show the recipient')
      const said = await readText(page)
      note(said.includes(labels.log.empty), 'the log of a new channel is not empty')
      note(!said.includes('ada@example.com'), 'the preview shows an invented recipient')
      await page.getByRole('button', { name: labels.test.action }).first().click()
      const isLogged = await page
        .getByText(labels.log.empty)
        .waitFor({ state: 'hidden', timeout: 30_000 })
        .then(
          () => true,
          () => false,
        )
      note(isLogged, 'after a test the log says that nothing was sent')
    },
  },
  {
    seen: 'A new channel reports failed deployments of all projects',
    async replay({ open }, note) {
      const { page } = await open(paths.connectors())
      await page.getByRole('button', { name: labels.add }).first().click()
      await page.getByText(labels.kindNotes.email).click()
      const failed = page.getByRole('checkbox', { name: /deployment.*failed/i }).first()
      const isThere = await failed.waitFor({ timeout: 20_000 }).then(
        () => true,
        () => false,
      )
      note(isThere && (await failed.isChecked()), 'failed deployments are not preselected')
    },
  },
]
