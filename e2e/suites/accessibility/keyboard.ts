/** Common tasks without a mouse: sign in, find something, read it, change it, sign out. */
import type { Page } from 'playwright-core'
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { password } from '../../support/client.ts'
import { chooseOrganization } from '../../support/dashboard.ts'
import type { DashboardTestEnv } from '../../support/dashboard-test-env.ts'
import { becomesTrue } from '../../support/eventually.ts'

const maxPresses = 80
const focusedWithinMs = 3_000

export async function walkByKeyboard({ report, dashboard, person, places }: DashboardTestEnv): Promise<void> {
  await using visitor = await dashboard.visit()
  await chooseOrganization(visitor, places.organizationId)
  const { page, settle, goTo } = await visitor.open()
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  /** Presses the key until the element with this name has the focus. */
  const tabTo = async (name: string, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    for (let count = 0; count < maxPresses; count += 1) {
      if ((await focusedName(page)).includes(name)) return
      await press(key)
    }
    throw new Error(`${key} doesn't reach "${name}", but "${await focusedName(page)}"`)
  }
  await goTo('/sign-in')
  await tabTo(text.auth.email)
  await page.keyboard.type(person.email)
  await tabTo(text.auth.password)
  await page.keyboard.type(password)
  await press('Enter')
  await page.waitForURL((address) => address.pathname === '/')
  await settle()
  const isInContent = await becomesTrue(async () => (await focusedId(page)) === 'content', {
    withinMs: focusedWithinMs,
  })
  report.expect(isInContent, 'the focus is in the content after sign-in')

  await goTo('/')
  await press('Tab')
  report.expect((await focusedName(page)).includes(text.shell.skip), 'the first stop leads past the navigation')
  await press('Enter')
  report.expect(
    await becomesTrue(async () => (await focusedId(page)) === 'content', { withinMs: focusedWithinMs }),
    'it does so',
  )

  await press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type(text.shell.servers)
  await page.waitForTimeout(300)
  await press('Enter')
  await page.waitForURL((address) => address.pathname === '/servers')
  await settle()

  await goTo(`/environments/${places.environmentId}/deployments/${places.failedDeploymentId}`)
  await tabTo(text.common.moreActions)
  await press('Enter')
  await page.getByRole('menu').waitFor()
  report.expect((await page.getByRole('menuitem').count()) > 0, 'a menu opens by its key')
  await press('ArrowDown')
  await press('Escape')
  const isBack = await becomesTrue(async () => (await focusedName(page)).includes(text.common.moreActions), {
    withinMs: focusedWithinMs,
  })
  report.expect(isBack, 'closing a menu gives the focus back')

  await tabTo(text.shell.account, 'Shift+Tab')
  await press('Enter')
  await page.getByRole('menu').waitFor()
  // A menu that has just opened may not have the focus yet.
  const isAtEnd = await becomesTrue(
    async () => {
      await press('End')
      return (await focusedName(page)).includes(text.shell.signOut)
    },
    { withinMs: focusedWithinMs },
  )
  report.expect(isAtEnd, 'the last of a menu is reached by its key')
  await press('Enter')
  await page.waitForURL((address) => address.pathname === '/sign-in')
  report.figure('key_presses', presses)
  for (const fault of new Set(visitor.faults)) report.expect(false, `keyboard: ${fault}`)
}

function focusedId(page: Page): Promise<string> {
  return page.evaluate<string>("document.activeElement?.id ?? ''")
}

/** Approximates the text that a screen reader would announce. */
async function focusedName(page: Page): Promise<string> {
  return await page.evaluate<string>(`(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return ''
    const label = element.labels?.[0]?.textContent
    return element.getAttribute('aria-label') ?? label ?? element.textContent ?? ''
  })()`)
}
