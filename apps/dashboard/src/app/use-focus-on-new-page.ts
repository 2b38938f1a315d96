/** Whoever goes to another page by keyboard goes on in it, when what had the focus is gone with the page before. */
import { useEffect } from 'react'

/** A page that the browser loaded begins at its top, as people expect it: there the first stop leads past the navigation. */
let lastPath = location.pathname

/** The page before may be taken away a moment after the new one is there, and the focus with it. */
const checkDelaysMs = [0, 100, 400]

export function useFocusOnNewPage(path: string): void {
  useEffect(() => {
    if (path === lastPath) return
    lastPath = path
    const timers = checkDelaysMs.map((ms) => setTimeout(focusContentWhenLost, ms))
    return () => timers.forEach(clearTimeout)
  }, [path])
}

function focusContentWhenLost(): void {
  const isLost = document.activeElement === null || document.activeElement === document.body
  if (isLost) document.getElementById('content')?.focus({ preventScroll: true })
}
