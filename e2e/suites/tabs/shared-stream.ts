/** Many loads and many tabs: nothing waits for a connection, and all tabs share one event stream. */
import type { Page } from 'playwright-core'
import { isQuick } from '../../support/command-line.ts'
import { becomesTrue, eventually } from '../../support/eventually.ts'
import { isUsable, load, loadWithinMs, projectPath, type TabsTestEnv } from './test-env.ts'

const loadCount = isQuick ? 9 : 20
const tabCount = isQuick ? 7 : 12
/** A hidden page keeps its streams for five seconds. A crashed one is noticed later. */
const settleMs = 15_000

export async function proveLoads(testEnv: TabsTestEnv): Promise<void> {
  const { report, way, relay, visitor } = testEnv
  const { page } = await visitor.open()
  for (let count = 1; count <= loadCount; count += 1) {
    const path = count % 2 === 0 ? projectPath(testEnv) : `/servers?load=${count}`
    if (!report.expect(await load(testEnv, page, path), `${way}: load ${count} hangs`)) break
  }
  const isSecure = await page.evaluate<boolean>('isSecureContext')
  report.expect(isSecure === (way !== 'lan'), `${way}: isSecureContext is ${isSecure}`)
  const protocol = await page.evaluate<string>('performance.getEntriesByType("navigation")[0].nextHopProtocol')
  report.expect(protocol === (way === 'https' ? 'h2' : 'http/1.1'), `${way}: the page came over ${protocol}`)
  await expectOneStream(testEnv, `after ${loadCount} loads`)
  await page.close()
  report.expect(
    await becomesTrue(() => relay.streams.events === 0, { withinMs: settleMs }),
    `${way}: a stream outlives its tab`,
  )
}

export async function proveTabs(testEnv: TabsTestEnv): Promise<void> {
  const { report, way, relay, rename } = testEnv
  relay.streams.maxEvents = 0
  const pages = await openTabs(testEnv, projectPath(testEnv))
  await expectOneStream(testEnv, `with ${pages.length} tabs`)
  // Without web locks, two tabs can lead for a moment.
  if (way !== 'lan') report.expect(relay.streams.maxEvents === 1, `${way}: ${relay.streams.maxEvents} streams at once`)
  report.figure(`${way}_max_streams`, relay.streams.maxEvents)
  await expectAll(testEnv, pages, `Seen in every tab over ${way}`)
  for (const [index, page] of pages.splice(0, pages.length - 2).entries()) {
    if (index === 1) await crash(page)
    await page.close()
    await expectOneStream(testEnv, `after ${index + 1} tabs closed`)
  }
  await expectAll(testEnv, pages, `Seen in the last tabs over ${way}`)
  await rename('Harbour shop')
  for (const page of pages) await page.close()
}

/** Leaving the page closes the stream, and the back button opens it again, also from the back/forward cache. */
export async function proveReturn(testEnv: TabsTestEnv): Promise<void> {
  const { report, way, relay, visitor, rename } = testEnv
  const { page } = await visitor.open()
  await page.addInitScript('addEventListener("pageshow", (event) => { globalThis.isKept = event.persisted })')
  report.expect(await load(testEnv, page, projectPath(testEnv)), `${way}: the page hangs`)
  await expectOneStream(testEnv, 'before leaving')
  const leftAt = performance.now()
  await page.goto('about:blank')
  const isClosed = await becomesTrue(() => relay.streams.events === 0, { withinMs: settleMs, everyMs: 10 })
  report.expect(isClosed, `${way}: the stream of a page that was left stays open`)
  report.figure(`${way}_closed_ms`, Math.round(performance.now() - leftAt))
  const name = `Changed meanwhile, over ${way}`
  await rename(name)
  await page.goBack({ waitUntil: 'commit' })
  report.expect(await isUsable(page), `${way}: the page is not usable after the back button`)
  report.expect(await page.evaluate<boolean>('isKept === true'), `${way}: the page came from the back/forward cache`)
  await expectOneStream(testEnv, 'after the back button')
  const isShown = await shows(page, name)
  report.expect(isShown, `${way}: the page misses a change from the time in the back/forward cache`)
  await page.close()
}

/** Log pages side by side: each would like a connection of its own. */
export async function proveLogs(testEnv: TabsTestEnv): Promise<void> {
  const { report, way, relay, places, visitor } = testEnv
  const pages = await openTabs(testEnv, `/environments/${places.environmentId}/logs`)
  const expected = way === 'https' ? pages.length : 3
  await eventually('log pages follow', () => relay.streams.logs >= Math.min(expected, pages.length))
  await expectOneStream(testEnv, 'beside log pages')
  // The limit isn't strict: a busy tab can respond too late to be counted. Two connections more would leave none.
  const most = way === 'https' ? expected : expected + 1
  report.expect(relay.streams.logs <= most, `${way}: ${relay.streams.logs} log streams instead of ${expected}`)
  report.figure(`${way}_log_streams`, relay.streams.logs)
  const { page: another } = await visitor.open()
  report.expect(await load(testEnv, another, '/servers'), `${way}: a page hangs beside log pages that follow`)
  await another.close()
  const [first, ...hidden] = pages
  for (const page of hidden) await page.evaluate(hide)
  const isOne = await becomesTrue(() => relay.streams.logs === 1, { withinMs: settleMs })
  report.expect(isOne, `${way}: ${relay.streams.logs} log streams of which one is visible`)
  const isLive = await first
    ?.getByText('line 3')
    .first()
    .waitFor({ timeout: loadWithinMs })
    .then(
      () => true,
      () => false,
    )
  report.expect(isLive === true, `${way}: the visible log doesn't follow`)
  for (const page of pages) await page.close()
}

/** Playwright keeps every page visible. */
const hide = `Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
document.dispatchEvent(new Event('visibilitychange'))`

async function openTabs(testEnv: TabsTestEnv, path: string): Promise<Page[]> {
  const { report, way, visitor } = testEnv
  const opened = await Promise.all(Array.from({ length: tabCount }, () => visitor.open()))
  const pages = opened.map(({ page }) => page)
  const usable = await Promise.all(pages.map((page) => load(testEnv, page, path)))
  const hanging = usable.filter((each) => !each).length
  report.expect(hanging === 0, `${way}: ${hanging} of ${tabCount} tabs hang at ${path}`)
  return pages
}

async function expectOneStream({ report, way, relay }: TabsTestEnv, when: string): Promise<void> {
  // A hand-over takes a moment, and then nothing changes.
  for (let calm = 0, tries = 0; calm < 5 && tries < 150; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, settleMs / 150))
    calm = relay.streams.events === 1 ? calm + 1 : 0
  }
  report.expect(relay.streams.events === 1, `${way}: ${relay.streams.events} streams ${when}`)
}

async function expectAll({ report, way, rename }: TabsTestEnv, pages: readonly Page[], name: string): Promise<void> {
  await rename(name)
  const shown = await Promise.all(pages.map((page) => shows(page, name)))
  const missing = shown.filter((each) => !each).length
  report.expect(missing === 0, `${way}: ${missing} of ${pages.length} tabs don't show a change`)
}

async function shows(page: Page, name: string): Promise<boolean> {
  return await page
    .getByRole('heading', { name })
    .waitFor({ timeout: loadWithinMs })
    .then(
      () => true,
      () => false,
    )
}

async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  await page.goto('chrome://crash').catch(() => undefined)
  await crashed
}
