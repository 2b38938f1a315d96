/** The height that lets an element end at the lower edge of the window, so that the page itself doesn't scroll. */
import { type RefObject, useLayoutEffect, useState } from 'react'

const leastPx = 288
/** The space that a page keeps below its content. */
const belowPx = 32

/** Undefined: not measured, because it isn't wanted. */
export function useFitHeight(element: RefObject<HTMLElement | null>, isWanted: boolean): number | undefined {
  const [height, setHeight] = useState<number>()
  useLayoutEffect(() => {
    if (!isWanted) return
    const measure = () => {
      const top = (element.current?.getBoundingClientRect().top ?? 0) + globalThis.scrollY
      setHeight(Math.max(leastPx, Math.floor(globalThis.innerHeight - top - belowPx)))
    }
    measure()
    globalThis.addEventListener('resize', measure)
    // Content above the element can appear, disappear, and wrap.
    const watcher = new ResizeObserver(measure)
    for (const parent of parentsOf(element.current)) watcher.observe(parent)
    return () => {
      globalThis.removeEventListener('resize', measure)
      watcher.disconnect()
    }
  }, [element, isWanted])
  return isWanted ? height : undefined
}

function* parentsOf(element: HTMLElement | null): Generator<Element> {
  for (let at = element?.parentElement; at != null && at.tagName !== 'MAIN'; at = at.parentElement) yield at
}
