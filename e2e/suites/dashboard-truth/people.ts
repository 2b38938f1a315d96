/** Organizations, roles, invitations and the way into a new instance. */
import { paths } from '../../../apps/dashboard/src/navigation/paths.ts'
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { colleagues } from '../../../tools/demo/catalog.ts'
import { startDashboard } from '../../support/dashboard.ts'
import { readUntil } from '../../support/eventually.ts'
import { startInstance } from '../../support/instance.ts'
import type { RowsFinding } from './finding.ts'
import { appears, readText } from './rows-test-env.ts'

const emailOf = (role: string) => colleagues.find((each) => each.role === role)?.email ?? ''

export const peopleFindings: readonly RowsFinding[] = [
  {
    seen: 'An instance before its setup explains the setup link, which asks for the organization',
    async replay(_, note) {
      await using instance = await startInstance({ worker: false, environment: { SIGN_UP_MODE: 'first-user' } })
      await using dashboard = await startDashboard(instance)
      await using visitor = await dashboard.visit()
      const { page, goTo } = await visitor.open()
      await goTo('/')
      note(await appears(page, /setup-link/), 'the first page does not name the command that prints a setup link')
      note(!(await readText(page)).includes('six-digit'), 'the first page mentions a code that was not sent')
      await goTo(`/setup#token=${'a'.repeat(32)}`)
      note(await appears(page, text.auth.organization), 'setup does not ask for the organization')
    },
  },
  {
    seen: 'The first organization can invite people, and another browser opens the organization used last',
    async replay({ open, api, demo, dashboard, visitor }, note) {
      const { page } = await open(paths.team())
      note(await appears(page, text.team.invitations.invite), 'there is no button to invite people')
      const { id } = await api('POST', '/organizations', { name: 'Second Roastery' })
      const { page: tab, settle } = await visitor.open()
      await tab.goto(`${dashboard.url}/`)
      await settle()
      await tab.reload()
      await settle()
      await tab
        .getByRole('button', { name: /Harbor Coffee|Second Roastery/ })
        .first()
        .click()
      await tab.getByRole('menuitem', { name: 'Second Roastery' }).click()
      await appears(tab, 'Second Roastery')
      await tab.waitForTimeout(1_500)
      await using other = await dashboard.signIn(demo.owner)
      const { page: second, goTo } = await other.open()
      await goTo(paths.home())
      note(await appears(second, 'Second Roastery'), 'another browser opens another organization')
      await tab.getByRole('button', { name: 'Second Roastery' }).first().click()
      await tab.getByRole('menuitem', { name: 'Harbor Coffee' }).click()
      await appears(tab, 'Harbor Coffee')
      await tab.waitForTimeout(1_500)
      note(String(id).startsWith('org_'), 'the organization has no id')
    },
  },
  {
    seen: 'An invitation names organization, inviter and the invited address, also in the mail',
    async replay({ api, demo, instance, dashboard }, note) {
      const email = 'noor@harborcoffee.example'
      const id = demo.owner.organizationId
      const { link } = await api('POST', `/organizations/${id}/invitations`, { email, role: 'developer' })
      const mail = await instance.mailbox.waitFor(email)
      note(mail.text.includes('Harbor Coffee'), 'the mail does not name the organization')
      await using visitor = await dashboard.visit()
      const { page } = await visitor.open()
      await page.goto(String(link))
      note(await appears(page, /Harbor Coffee/), 'the invitation does not name the organization')
      note(await appears(page, /Maya Lindqvist/, 5_000), 'the invitation does not name the inviter')
      const shown = await page.getByLabel(text.auth.email).inputValue()
      note(shown === email, `the address is not filled in: ${shown}`)
      note(demo.owner.email !== email, 'the owner is invited')
    },
  },
  {
    seen: 'A role that can’t add servers isn’t led to the form',
    async replay({ dashboard }, note) {
      for (const role of ['developer', 'viewer']) {
        await using visitor = await dashboard.signIn({ email: emailOf(role) })
        const { page, goTo } = await visitor.open()
        await goTo(paths.servers())
        const add = page
          .getByRole('link', { name: text.servers.add })
          .or(page.getByRole('button', { name: text.servers.add }))
        const usable = []
        for (const each of await add.all()) if (await each.isEnabled()) usable.push(each)
        note(usable.length === 0, `a ${role} is offered to add a server`)
        await goTo(paths.newServer())
        note(await appears(page, /Ask an? (admin|owner)/), `a ${role} does not read whom to ask`)
        const fields = await page.getByLabel(text.newServer.host, { exact: true }).count()
        note(fields === 0, `a ${role} can fill in the form for a server`)
        note(!/[a-z]+:write/.test(await readText(page)), `a ${role} reads the name of a permission`)
        await goTo(paths.home())
        const links = await page.getByRole('navigation').first().getByRole('link').allInnerTexts()
        note(!links.some((each) => each.startsWith(text.shell.audit)), `the navigation offers a ${role} the audit log`)
      }
    },
  },
  {
    seen: 'A new project preselects a ready server and deploys on every push',
    async replay({ open, api, demo: { db } }, note) {
      const project = await api('POST', '/projects', { name: 'Image', image: 'nginx:1.29' })
      const { page } = await open(`${paths.newProject()}?project=${project.id}`)
      const server = page.getByLabel(text.finalize.server, { exact: true })
      const isThere = await server.waitFor({ timeout: 60_000 }).then(
        () => true,
        () => false,
      )
      note(isThere, 'the setup of a project does not ask for a server')
      if (!isThere) return
      const readChoice = () =>
        server.evaluate((field): string => field.selectedOptions?.[0]?.textContent ?? field.textContent)
      const isChosen = (choice: string) => !choice.includes(text.finalize.laterServer)
      const chosen = await readUntil(readChoice, isChosen, { withinMs: 10_000 })
      note(!chosen.includes(text.finalize.laterServer), 'no server is preselected, though three are ready')
      const ready = await db.query<{ name: string }>(`select name from servers where status = 'ready'`)
      note(
        ready.some(({ name }) => chosen.includes(name)),
        `the preselected server is ${chosen}`,
      )
    },
  },
]
