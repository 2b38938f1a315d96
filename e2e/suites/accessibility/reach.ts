/** Checks that the Tab key reaches every control. */
import type { Page } from 'playwright-core'

const maxPresses = 200
/** The document itself is a tab stop, and lists that load more rows while the focus moves through them add stops. */
const spare = 5

/** Marks usable controls. A group with arrow-key navigation counts as a single tab stop. */
const mark = `(() => {
  const usable = 'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'
  const stops = [...document.querySelectorAll(usable)].filter((each) =>
    each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }) && each.getClientRects().length > 0
    && each.closest('[inert], [aria-hidden=true]') === null && !(each.type === 'radio' && !each.checked))
  const reached = new Set()
  document.addEventListener('focusin', ({ target }) => reached.add(target))
  globalThis.unreachedStops = () => stops.filter((each) => each.isConnected && !reached.has(each)).map((each) => each.outerHTML.slice(0, 120))
  document.activeElement?.blur?.()
  return stops.length
})()`

export async function findUnreached(page: Page): Promise<string[]> {
  const count = await page.evaluate<number>(mark)
  if (count >= maxPresses) return []
  for (let press = 0; press < count + spare; press += 1) await page.keyboard.press('Tab')
  const unreached = await page.evaluate<string[]>('unreachedStops()')
  await page.evaluate('document.activeElement?.blur?.(), scrollTo(0, 0)')
  return unreached
}
