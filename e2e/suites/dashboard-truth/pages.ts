/** Pages and their frame: titles, menus, breadcrumbs, dialogs and logs. */
import { paths } from '../../../apps/dashboard/src/navigation/paths.ts'
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { insertFakeRestore } from '../../support/fake-restore.ts'
import type { RowsFinding } from './finding.ts'
import { appears, hasShell, type RowsTestEnv, readText, readVisible } from './rows-test-env.ts'

export const pageFindings: readonly RowsFinding[] = [
  {
    seen: 'An unknown page keeps the navigation, and the project is in the breadcrumb from the start',
    async replay({ open, visitor, environmentId, instance }, note) {
      const { page } = await open('/nothing/here')
      note(await hasShell(page), 'the page of an unknown path has no navigation')
      const { page: fresh } = await visitor.open()
      await fresh.goto(instance.url + paths.environment(environmentId))
      await fresh.getByRole('heading', { level: 1 }).waitFor()
      const crumbs = fresh.getByRole('navigation', { name: text.common.breadcrumbs }).getByRole('listitem')
      await crumbs.first().waitFor()
      note((await crumbs.count()) >= 2, 'the breadcrumb is "Home / production" at first')
    },
  },
  {
    seen: 'After a restore, deleting the old data isn’t the main button',
    async replay({ open, instance, environmentId }, note) {
      await insertFakeRestore({ instance }, environmentId)
      const { page } = await open(paths.backups(environmentId))
      await page
        .getByRole('button', { name: text.restores.open })
        .or(page.getByRole('button', { name: text.restores.show }))
        .first()
        .click()
      const confirm = page.getByRole('button', { name: text.restores.follow.confirm }).first()
      await confirm.waitFor()
      const undo = page.getByRole('button', { name: text.restores.follow.undo, exact: true }).first()
      const classes = (await confirm.getAttribute('class')) ?? ''
      note(!/(?:^| )bg-accent/.test(classes), 'deleting the old data is the blue main button')
      note((await undo.boundingBox()) !== null, 'undo is not offered')
    },
  },
  {
    seen: 'The heading and the tab name the app, not only “production”',
    async replay({ open, environmentId }, note) {
      const { page } = await open(paths.environment(environmentId))
      await appears(page, 'Online Shop')
      const title = await page.title()
      note(title.includes('Online Shop'), `the tab is called ${title}`)
      const heading = await readVisible(page.getByRole('heading', { level: 1 }))
      note(heading.includes('Online Shop'), `the heading is ${heading}`)
    },
  },
  {
    seen: 'A service has its own page',
    async replay({ open, api, environmentId }, note) {
      const { services } = await api('GET', `/environments/${environmentId}`)
      const { page } = await open(paths.services(environmentId))
      const link = page.getByRole('main').getByRole('link', { name: 'web', exact: true }).first()
      const isLink = await link.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      )
      note(isLink, 'the name of a service is no link')
      if (!isLink) return
      await link.click()
      await page.waitForURL((url) => url.pathname.includes('/services/'))
      for (const word of ['Log', 'Restart']) note(await appears(page, word), `the page of a service has no ${word}`)
      note(services.length > 0, 'the environment has services')
    },
  },
  {
    seen: 'Menus don’t repeat every entry as curl',
    async replay({ open, environmentId, failedDeploymentPath }, note) {
      for (const path of [paths.environment(environmentId), failedDeploymentPath, paths.servers()]) {
        const { page } = await open(path)
        const more = page.getByRole('main').getByRole('button', { name: /^(more|actions)/i })
        for (const button of (await more.all()).slice(0, 2)) {
          await button.click()
          await page.getByRole('menuitem').first().waitFor()
          const entries = await page.getByRole('menuitem').allInnerTexts()
          const curls = entries.filter((entry) => /curl/i.test(entry))
          note(curls.length <= 1, `${path} has a menu with ${curls.length} curl entries of ${entries.length}`)
          await page.keyboard.press('Escape')
        }
      }
    },
  },
  {
    seen: 'A project page has a breadcrumb, and its environments are in the order that it states',
    async replay({ open, api, environmentId }, note) {
      const { projectId } = await api('GET', `/environments/${environmentId}`)
      const { page } = await open(paths.project(String(projectId)))
      const crumbs = page.getByRole('navigation', { name: text.common.breadcrumbs })
      note(await crumbs.isVisible(), 'the project page has no breadcrumb')
      const headings = (await page.getByRole('main').getByRole('heading').allInnerTexts()).map((each) => each.trim())
      const [production, staging] = ['production', 'staging'].map((name) =>
        headings.findIndex((each) => each.startsWith(name)),
      )
      const says = await readText(page)
      const isStated = says.includes(text.projects.environmentsNote)
      note(!isStated || (staging ?? -1) < (production ?? -1), `the order is ${headings.join(', ')}`)
    },
  },
  {
    seen: 'The user menu names the account, and quotas aren’t the first setting',
    async replay({ open }, note) {
      const { page } = await open(paths.settings())
      const said = await readText(page)
      note(!/\d{9,}/.test(said), 'a size is in bytes')
      note(said.indexOf(text.settings.general.title) < said.indexOf(text.settings.quotas.title), 'quotas come first')
      await page.getByRole('button', { name: text.shell.account }).click()
      await page.getByRole('menuitem').first().waitFor()
      const entries = await page.getByRole('menuitem').allInnerTexts()
      note(
        entries.some((entry) => /account/i.test(entry)),
        `no entry is called account: ${entries.join(', ')}`,
      )
    },
  },
  {
    seen: 'A log fits into the window, and can fill it',
    async replay({ open, environmentId }, note) {
      const { page, show } = await open(paths.logs(environmentId))
      await show({ width: 1_280, height: 800 })
      await page.waitForTimeout(500)
      const overflow = await page.evaluate<number>('document.documentElement.scrollHeight - innerHeight')
      note(overflow <= 1, `the page with the log is ${overflow} px higher than the window`)
      const full = page.getByRole('button', { name: /full window|fill the window/i })
      note((await full.count()) > 0, 'the log cannot fill the window')
    },
  },
  { seen: 'The buttons of a long dialog stay in sight', replay: seesButtons },
  {
    seen: 'One file is “1 file”, and a wrong Compose file can be corrected',
    async replay({ open }, note) {
      const { page } = await open(paths.newProject())
      await page.locator('label', { hasText: text.newProject.kinds.compose }).first().click()
      const broken = 'services:\n  web:\n    image: nginx\n   ports: "80"\n'
      await page.getByRole('textbox', { name: text.newProject.compose }).fill(broken)
      await page.getByLabel(text.newProject.name).fill('Compose')
      await page.getByRole('button', { name: text.newProject.analyze }).click()
      const editor = page.getByRole('textbox').filter({ visible: true })
      await appears(page, /line \d/i, 180_000)
      const values = await Promise.all((await editor.all()).map((each) => each.inputValue().catch(() => '')))
      note(
        values.some((value) => value.includes('image: nginx')),
        'the text of the Compose file is gone',
      )
      const said = await readText(page)
      note(!/\b1 files\b/.test(said), 'the page says "1 files"')
      note(!/:\.(?:\s|$)/.test(said), 'a message ends with ":."')
    },
  },
]

async function seesButtons({ open }: RowsTestEnv, note: (holds: boolean, untrue: string) => void): Promise<void> {
  const { page, show } = await open(paths.backupStores())
  await show({ width: 1_280, height: 800 })
  await page.getByRole('button', { name: text.backupStores.add }).first().click()
  const save = page.getByRole('dialog').getByRole('button', { name: text.backupStores.addAction })
  await save.waitFor()
  const box = await save.boundingBox()
  note(box !== null && box.y + box.height <= 800, 'the button of the dialog is below the window')
}
