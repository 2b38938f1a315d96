/**
 * Whether the page should hold connections. A browser opens six to one host over HTTP/1.1, for all tabs together, and keeps those of pages
 * that are hidden or in its back/forward cache. Pages that nobody sees give theirs back and take them up again later.
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
