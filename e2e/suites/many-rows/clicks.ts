/** The time from a click on a link to the frame that shows its page, measured in the page itself. */
import type { Page } from 'playwright-core'
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { isQuick } from '../../support/command-line.ts'
import type { DashboardPage, Visitor } from '../../support/dashboard.ts'
import type { Places } from '../../support/dashboard-pages.ts'

const rounds = isQuick ? 2 : 5

export interface Click {
  name: string
  ms: number
}

/**
 * Every page sets the title of its browser tab when it is rendered. The frame after that is the first that can show it. The time starts with
 * the event's own timestamp, so it includes the wait for a busy script.
 */
const watch = `globalThis.clickTime = new Promise((resolve) => {
  addEventListener('click', (event) => {
    const before = document.title
    const look = () => {
      if (document.title === before) return requestAnimationFrame(look)
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - event.timeStamp)
        port2.postMessage(null)
      })
    }
    look()
  }, { capture: true, once: true })
})
undefined`

export async function measureClicks(visitor: Visitor, { environmentId }: Places): Promise<Click[]> {
  const opened = await visitor.open()
  const clicks: Click[] = []
  await opened.goTo('/')
  for (let round = 0; round < rounds; round += 1)
    clicks.push(...(await clickThrough(opened, text.shell.navigation, 'Home')))
  await opened.goTo(`/environments/${environmentId}`)
  for (let round = 0; round < rounds; round += 1)
    clicks.push(...(await clickThrough(opened, text.environments.tabsLabel, 'Overview')))
  await opened.page.close()
  return clicks
}

/** Clicks every link of a navigation except that of the page itself, and at the end that of the first page again. */
async function clickThrough({ page, settle }: DashboardPage, navigation: string, first: string): Promise<Click[]> {
  const links = page.getByRole('navigation', { name: navigation }).first().locator('li a')
  const count = await links.count()
  const clicks: Click[] = []
  for (const index of [...Array(count).keys()].slice(1).concat(0)) {
    const link = links.nth(index)
    const name = index === 0 ? first : ((await link.textContent()) ?? '').trim()
    clicks.push({ name, ms: await timeOf(page, () => link.click()) })
    await settle()
  }
  return clicks
}

async function timeOf(page: Page, click: () => Promise<void>): Promise<number> {
  await page.evaluate(watch)
  await click()
  return Math.round(await page.evaluate<number>('clickTime'))
}
