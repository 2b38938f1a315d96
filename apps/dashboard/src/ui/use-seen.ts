/** Whether an element was visible once. Components use it to delay requests. */
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
