/** Lets an element cover the whole window. Escape leaves. */
import { type RefObject, useEffect, useState } from 'react'

export function useFullWindow(element: RefObject<HTMLElement | null>): { isFull: boolean; toggle(): void } {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const full = element.current
    if (!isFull || full === null) return
    const hidden = othersOf(full)
    for (const other of hidden) other.inert = true
    const { overflow } = document.documentElement.style
    document.documentElement.style.overflow = 'hidden'
    const leave = (event: KeyboardEvent) => {
      // A menu or the search box that handles the key stays in front.
      if (event.key === 'Escape' && !event.defaultPrevented) setFull(false)
    }
    document.addEventListener('keydown', leave)
    return () => {
      document.removeEventListener('keydown', leave)
      document.documentElement.style.overflow = overflow
      for (const other of hidden) other.inert = false
    }
  }, [isFull, element])
  return { isFull, toggle: () => setFull(!isFull) }
}

/** Everything that the element covers, except notifications about what happens in it. */
function othersOf(element: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = []
  for (let at = element; at.parentElement !== null && at !== document.body; at = at.parentElement)
    for (const sibling of at.parentElement.children)
      if (sibling !== at && sibling instanceof HTMLElement && !sibling.inert && !sibling.matches('[aria-live]'))
        others.push(sibling)
  return others
}
