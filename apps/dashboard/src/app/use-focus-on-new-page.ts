/** Moves the keyboard focus into a new page when the focused element was removed with the old page. */
import { useEffect } from 'react'

/** Starts with the loaded page, whose focus begins at the top, at the link that skips the navigation. */
let lastPath = location.pathname

/** The old page can be removed shortly after the new one appears, so the check repeats. */
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
