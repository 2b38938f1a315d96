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

test('a page in the back/forward cache sleeps immediately and wakes when it is shown', () => {
  const page = new EventTarget()
  const isAwake = watchPageLifecycle(page, new View())
  expect(isAwake.get()).toBe(true)
  page.dispatchEvent(new Event('pagehide'))
  expect(isAwake.get()).toBe(false)
  page.dispatchEvent(new Event('pageshow'))
  expect(isAwake.get()).toBe(true)
})

test('a hidden page sleeps after a delay, and a short visit to another tab changes nothing', () => {
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

test('a frozen page sleeps', () => {
  const view = new View()
  const isAwake = watchPageLifecycle(new EventTarget(), view)
  view.dispatchEvent(new Event('freeze'))
  expect(isAwake.get()).toBe(false)
  view.dispatchEvent(new Event('resume'))
  expect(isAwake.get()).toBe(true)
})

test('a tab opened in the background sleeps until it is shown', () => {
  const view = new View()
  view.visibilityState = 'hidden'
  const isAwake = watchPageLifecycle(new EventTarget(), view)
  expect(isAwake.get()).toBe(false)
  view.show('visible')
  expect(isAwake.get()).toBe(true)
})
