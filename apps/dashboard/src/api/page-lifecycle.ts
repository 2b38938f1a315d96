/**
 * Decides whether the page should hold connections. Over HTTP/1.1, a browser opens at most six connections to one host for all tabs
 * together, and keeps those of hidden pages and pages in its back/forward cache. Hidden pages therefore close theirs and reconnect later.
 */
import { createStore, type Store } from './store.ts'

/** Long enough to visit another tab and return. */
const hiddenMs = 5_000

type Visibility = Pick<Document, 'visibilityState'> & EventTarget

export function watchPageLifecycle(page: EventTarget, view: Visibility): Store<boolean> {
  const isHidden = () => view.visibilityState === 'hidden'
  const isAwake = createStore(!isHidden())
  let timer: ReturnType<typeof setTimeout> | undefined
  const sleep = () => {
    clearTimeout(timer)
    isAwake.set(false)
  }
  const follow = () => {
    clearTimeout(timer)
    if (isHidden()) timer = setTimeout(sleep, hiddenMs)
    else isAwake.set(true)
  }
  page.addEventListener('pagehide', sleep)
  page.addEventListener('pageshow', follow)
  view.addEventListener('freeze', sleep)
  view.addEventListener('resume', follow)
  view.addEventListener('visibilitychange', follow)
  return isAwake
}
