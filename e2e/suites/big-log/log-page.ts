/** A log as its reader sees it, measured in the page itself. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { becomesTrue } from '../../support/eventually.ts'
import type { FakeDeployment } from './fake-deployment.ts'
import { sampleLine } from './sample-log.ts'

const waitMs = 60_000
const list = '[data-log-lines]'
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const unseen = /[\u202a-\u202e\u0000-\u0008\u001b]/

/** Time from the click in the list of deployments to the first visible lines, and to the complete log. */
export async function openLog(page: Page, { number, lines }: { number: number; lines: number }) {
  const link = page.getByRole('link', { name: text.deployments.number(number), exact: true })
  await link.waitFor({ timeout: waitMs })
  // A user who clicks has hovered before, which preloads the page.
  await link.hover()
  await delay(1_000)
  await page.evaluate(`(() => {
    globalThis.seen = { from: performance.now() }
    const look = () => {
      const section = document.querySelector('${list}')
      const count = Number(section?.dataset.logLines ?? 0)
      if (seen.first === undefined && section?.querySelector('.log-text') != null) seen.first = performance.now()
      if (count >= ${lines}) seen.whole = performance.now()
      else requestAnimationFrame(look)
    }
    document.addEventListener('click', () => { seen.from = performance.now() }, { capture: true, once: true })
    look()
  })()`)
  await link.click()
  await isEventually(page, 'globalThis.seen.whole !== undefined', waitMs)
  const [seenMs = 0, wholeMs = 0] = await page.evaluate<number[]>('[seen.first - seen.from, seen.whole - seen.from]')
  return { seenMs: Math.round(seenMs), wholeMs: Math.round(wholeMs) }
}

/** Scrolls through the whole log within seconds, one step per frame. */
export async function scrollLog(page: Page): Promise<{ fps: number; longestTaskMs: number }> {
  await watchTasks(page)
  const fps = await page.evaluate<number>(`new Promise((resolve) => {
    const section = document.querySelector('${list}')
    section.scrollTop = 0
    const began = performance.now()
    let frames = 0
    const step = () => {
      frames += 1
      section.scrollTop += 120
      const tookMs = performance.now() - began
      if (tookMs < 4_000) requestAnimationFrame(step)
      else resolve(Math.round((frames * 1_000) / tookMs))
    }
    requestAnimationFrame(step)
  })`)
  return { fps, longestTaskMs: await longestTask(page) }
}

/** Time from the keypress to the number of matches. */
export async function searchLog(page: Page, query: string): Promise<{ ms: number; count: number }> {
  const found = await page.evaluate<{ ms: number; count: number }>(`new Promise((resolve) => {
    const box = document.querySelector('input[type=search][aria-label="${text.logs.search}"]')
    const began = performance.now()
    // As typing does it: React listens to the event and asks the element for its value.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, ${JSON.stringify(query)})
    box.dispatchEvent(new Event('input', { bubbles: true }))
    const look = () => {
      const shown = document.querySelector('[data-log-matches]')?.dataset.logMatches ?? ''
      if (shown === '') setTimeout(look, 1)
      else resolve({ ms: performance.now() - began, count: Number(shown) })
    }
    look()
  })`)
  return { ...found, ms: Math.round(found.ms) }
}

/** Hostile lines stay text: they create no element, run no script, and invisible characters are shown by name. */
export async function showHostileLines(page: Page): Promise<string[]> {
  await page.getByLabel(text.logs.search).fill('hostile')
  await page.getByRole('button', { name: text.logs.onlyMatches }).click()
  const log = page.locator(list)
  await log.getByText('<script>').waitFor({ timeout: waitMs })
  const shown = (await log.textContent()) ?? ''
  const elements = await log.locator('script, img, a, iframe').count()
  const hasRun = await page.evaluate<boolean>('globalThis.pwned !== undefined')
  const named = ['<U+202E>', '<U+202C>', 'onerror="globalThis.pwned = 1"'].filter((part) => !shown.includes(part))
  return [
    ...(elements > 0 ? [`${elements} elements came from lines of the log`] : []),
    ...(hasRun ? ['a line of the log has run'] : []),
    ...named.map((part) => `${part} is not shown`),
    ...(unseen.test(shown) ? ['a character that cannot be seen is in the page'] : []),
  ]
}

export async function followLog(
  page: Page,
  deployment: FakeDeployment,
  { seconds, linesPerSecond }: { seconds: number; linesPerSecond: number },
) {
  await page.locator(list).waitFor({ timeout: waitMs })
  await deployment.write('It begins.\n')
  await page.locator(list).getByText('It begins.').waitFor({ timeout: waitMs })
  await watchTasks(page)
  const began = performance.now()
  let written = 0
  while (written < seconds * linesPerSecond) {
    const due = Math.min(seconds * linesPerSecond, Math.floor(((performance.now() - began) / 1_000) * linesPerSecond))
    const some = Array.from({ length: due - written }, (_, index) => `${sampleLine(written + index + 10)}\n`)
    if (some.length > 0) await deployment.write(some.join(''))
    written = due
    await delay(50)
  }
  await deployment.write('It ends.\n')
  const wroteAt = performance.now()
  const lines = written + 2
  const all = `Number(document.querySelector('${list}').dataset.logLines) >= ${lines}`
  const isComplete = await isEventually(page, all, 10_000)
  const behindMs = Math.round(performance.now() - wroteAt)
  const longestTaskMs = await longestTask(page)
  const shown = await page.evaluate<number>(`Number(document.querySelector('${list}').dataset.logLines)`)
  const last = page.locator(list).getByText('It ends.')
  const isAtEnd = await last.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  )
  return { lines, shown, isComplete, isAtEnd, behindMs, longestTaskMs }
}

/** The browser reports tasks that take longer than 50 ms. */
async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    globalThis.longest = 0
    globalThis.watcher?.disconnect()
    globalThis.watcher = new PerformanceObserver((all) => {
      for (const { duration } of all.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration)
    })
    watcher.observe({ type: 'longtask' })
  })()`)
}

async function longestTask(page: Page): Promise<number> {
  return Math.round(await page.evaluate<number>('globalThis.longest'))
}

/** The page's policy forbids functions created from text, so the condition is polled from here. */
async function isEventually(page: Page, expression: string, timeoutMs: number): Promise<boolean> {
  return await becomesTrue(() => page.evaluate<boolean>(expression), { withinMs: timeoutMs, everyMs: 20 })
}
