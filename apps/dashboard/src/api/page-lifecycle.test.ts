import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPageLifecycle } from './page-lifecycle.ts'

class View extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'

  show(state: DocumentVisibilityState): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a page that enters the back/forward cache sleeps at once, and wakes when it is shown again', () => {
  const page = new EventTarget()
  const isAwake = watchPageLifecycle(page, new View())
  expect(isAwake.get()).toBe(true)
  page.dispatchEvent(new Event('pagehide'))
  expect(isAwake.get()).toBe(false)
  page.dispatchEvent(new Event('pageshow'))
  expect(isAwake.get()).toBe(true)
})

test('a hidden page sleeps after a while, and a short look at another tab changes nothing', () => {
  const view = new View()
  const isAwake = watchPageLifecycle(new EventTarget(), view)
  view.show('hidden')
  vi.advanceTimersByTime(4_000)
  view.show('visible')
  vi.advanceTimersByTime(60_000)
  expect(isAwake.get()).toBe(true)
  view.show('hidden')
  vi.advanceTimersByTime(6_000)
  expect(isAwake.get()).toBe(false)
  view.show('visible')
  expect(isAwake.get()).toBe(true)
})

test('a page that the browser freezes sleeps', () => {
  const view = new View()
  const isAwake = watchPageLifecycle(new EventTarget(), view)
  view.dispatchEvent(new Event('freeze'))
  expect(isAwake.get()).toBe(false)
  view.dispatchEvent(new Event('resume'))
  expect(isAwake.get()).toBe(true)
})

test('a tab opened in the background sleeps until someone looks at it', () => {
  const view = new View()
  view.visibilityState = 'hidden'
  const isAwake = watchPageLifecycle(new EventTarget(), view)
  expect(isAwake.get()).toBe(false)
  view.show('visible')
  expect(isAwake.get()).toBe(true)
})
