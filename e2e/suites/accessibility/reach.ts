/** What can be used must be within reach of the Tab key. */
import type { Page } from 'playwright-core'

const maxPresses = 200

/** Marks what can be used; of a group that is moved in by arrows only one is a stop. */
const mark = `(() => {
  const usable = 'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'
  const stops = [...document.querySelectorAll(usable)].filter((each) =>
    each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }) && each.getClientRects().length > 0
    && each.closest('[inert], [aria-hidden=true]') === null && !(each.type === 'radio' && !each.checked))
  stops.forEach((each, index) => { each.dataset.stop = String(index) })
  document.activeElement?.blur?.()
  return stops.length
})()`
const readStop = 'document.activeElement?.dataset.stop ?? null'

export async function findUnreached(page: Page): Promise<string[]> {
  const count = await page.evaluate<number>(mark)
  const reached = new Set<string>()
  for (let press = 0; press < Math.min(count + 10, maxPresses) && reached.size < count; press += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate<string | null>(readStop)
    if (stop !== null) reached.add(stop)
  }
  if (count >= maxPresses) return []
  return await page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-stop]')].filter((each) => !${JSON.stringify([...reached])}.includes(each.dataset.stop)).map((each) => each.outerHTML.slice(0, 120))`,
  )
}
