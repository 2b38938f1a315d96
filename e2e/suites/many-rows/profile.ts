/** Where the time of a cold page goes: the phases of the load, the work of the main thread, and every request. */

import type { Visitor } from '../../support/dashboard.ts'
import type { DashboardPlace } from '../../support/dashboard-pages.ts'
import type { Report } from '../../support/report.ts'

interface Timing {
  readonly navigation: Readonly<Record<'firstByte' | 'parsed' | 'loaded', number>>
  readonly painted: number
  readonly requests: readonly Readonly<{ name: string; start: number; firstByte: number; end: number }>[]
}

const readTiming = `(() => {
  const [page] = performance.getEntriesByType('navigation')
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  const requests = performance.getEntriesByType('resource').map((each) => ({
    name: new URL(each.name).pathname + new URL(each.name).search,
    start: each.startTime, firstByte: each.responseStart, end: each.responseEnd,
  }))
  const { responseStart: firstByte, domContentLoadedEventEnd: parsed, loadEventEnd: loaded } = page
  return { navigation: { firstByte, parsed, loaded }, painted: paint?.startTime ?? 0, requests }
})()`
const metrics = ['TaskDuration', 'ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'] as const

export async function profilePages(visitor: Visitor, pages: readonly DashboardPlace[], report: Report): Promise<void> {
  const opened = await visitor.open()
  const session = await visitor.context.newCDPSession(opened.page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Performance.enable')
  const readMetrics = async () => {
    const found = new Map((await session.send('Performance.getMetrics')).metrics.map((each) => [each.name, each.value]))
    return metrics.map((name) => (found.get(name) ?? 0) * 1_000)
  }
  for (const { name, path } of pages) {
    await opened.goTo(path)
    await opened.page.goto('about:blank')
    const before = await readMetrics()
    const begin = performance.now()
    await opened.goTo(path)
    const total = performance.now() - begin
    const busy = (await readMetrics()).map((value, index) => `${metrics[index]} ${ms(value - (before[index] ?? 0))}`)
    const timing = await opened.page.evaluate<Timing>(readTiming)
    report.expect(timing.requests.length > 0, `${name}: no request was recorded`)
    const { firstByte, parsed, loaded } = timing.navigation
    const phases = `first byte ${ms(firstByte)}, parsed ${ms(parsed)}, loaded ${ms(loaded)}, painted ${ms(timing.painted)}`
    console.error(`  ${name}: ${ms(total)} ms (${phases}; ${busy.join(', ')})`)
    for (const each of timing.requests.toSorted((a, b) => a.start - b.start))
      console.error(
        `    ${ms(each.start).padStart(5)} ${ms(each.firstByte).padStart(5)} ${ms(each.end).padStart(5)}  ${each.name}`,
      )
  }
  await opened.page.close()
}

function ms(value: number): string {
  return String(Math.round(value))
}
