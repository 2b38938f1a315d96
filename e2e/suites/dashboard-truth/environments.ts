/** Variables, domains and comparisons of environments. */
import { paths } from '../../../apps/dashboard/src/navigation/paths.ts'
import { text } from '../../../apps/dashboard/src/text/text.ts'
import type { RowsFinding } from './finding.ts'
import { appears, readText, readVisible } from './rows-test-env.ts'

export const environmentFindings: readonly RowsFinding[] = [
  {
    seen: 'A wrong line of a pasted .env file is marked',
    async replay({ open, environmentId }, note) {
      const { page } = await open(paths.variables(environmentId))
      await page.getByRole('button', { name: text.variables.paste }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(text.variables.env).fill('LOG_LEVEL=info\nthis line has no sign\n')
      await dialog.getByRole('button', { name: text.variables.compare }).click()
      note(await appears(page, /line 2/i), 'the error does not say which line is wrong')
      note(!(await readText(page)).includes('Each entry of'), 'the error explains the API’s response')
    },
  },
  {
    seen: 'A domain without DNS isn’t active, shows its records, and doesn’t replace the working URL',
    async replay({ open, api, environmentOf }, note) {
      const environmentId = environmentOf('roastery-api', 'production')
      const hostname = 'new.harbor-coffee.com'
      const { id } = await api('POST', '/domains', { hostname })
      await api('POST', `/environments/${environmentId}/domain`, { domainId: id })
      const { page } = await open(paths.environmentDomains(environmentId))
      const row = page.locator('li, tr, article').filter({ hasText: hostname }).last()
      note(await appears(page, hostname), 'the attached domain is not listed')
      const said = await readVisible(row)
      note(!new RegExp(`\\b${text.domains.environment.states.loaded}\\b`).test(said), `it is shown as active: ${said}`)
      note(await appears(page, text.domains.environment.createRecords), 'the DNS record to create is not shown')
      const copies = await page.getByRole('button', { name: text.domains.records.copyValue }).count()
      note(copies > 0, 'the record has no copy button')
      const main = page.locator('header a[href^="http"]').first()
      note(!(await readVisible(main)).includes(hostname), 'the header links a hostname that does not work')
    },
  },
  {
    seen: 'A comparison of environments names the variables of both sides',
    async replay({ open, api, environmentOf, demo: { db, environments } }, note) {
      const variables = [{ key: 'ONLY_IN_PRODUCTION', value: 'yes', secret: false }]
      await api('POST', `/environments/${environmentOf('roastery-api', 'production')}/variables`, { variables })
      const own = environments.find(({ project }) => project.slug === 'roastery-api')
      const [row] = await db.query<{ id: string }>('select project_id as id from environments where id = $1', [own?.id])
      const { projectId } = await api('GET', `/environments/${environmentOf('roastery-api', 'production')}`)
      const { page } = await open(paths.project(String(projectId)))
      note(row !== undefined && (await appears(page, /exists? only here|is missing here/)), 'a difference is not shown')
      note(!(await appears(page, text.projects.compare.same, 1_000)), 'different environments are called the same')
    },
  },
  {
    seen: 'A copied environment lists the keys of secrets as to be filled',
    async replay({ open, api, environmentId }, note) {
      const { projectId } = await api('GET', `/environments/${environmentId}`)
      const body = { projectId, name: 'copy', copyFrom: environmentId }
      const { id } = await api('POST', '/environments', body)
      const { page } = await open(paths.variables(String(id)))
      note(await appears(page, 'PAYMENTS_API_KEY'), 'the key of a secret is missing in the copy')
      note(await appears(page, 'SHIPPING_ORIGIN', 1_000), 'a plain variable is missing in the copy')
      await api('DELETE', `/environments/${id}?force=true`).catch(() => undefined)
    },
  },
  {
    seen: 'Variables show what services provide, with their source',
    async replay({ open, environmentId }, note) {
      const { page } = await open(paths.variables(environmentId))
      note(await appears(page, text.variables.fromServices), 'variables of services are not listed')
      note(await appears(page, 'DATABASE_URL', 1_000), 'DATABASE_URL is not listed')
      note(await appears(page, 'PORT', 1_000), 'PORT is not listed')
    },
  },
]
