/** A section that is collapsed by default. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'

export interface DisclosureProps {
  title: ReactNode
  children: ReactNode
  /** Opens it, such as for an error inside. Only people close it. */
  isOpen?: boolean
}

export function Disclosure({ title, children, isOpen = false }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if (isOpen && details.current !== null) details.current.open = true
  }, [isOpen])
  return (
    <details ref={details} className="min-w-0">
      <summary className="text-sm font-medium text-ink-soft hover:text-ink">{title}</summary>
      <div className="mt-3 flex flex-col gap-4">{children}</div>
    </details>
  )
}
