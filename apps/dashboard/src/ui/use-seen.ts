/** Whether something has come into view: what costs a call of its own is asked for only then. */
import { type RefObject, useEffect, useState } from 'react'

export function useSeen(ref: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null || isSeen) return
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [ref, isSeen])
  return isSeen
}
