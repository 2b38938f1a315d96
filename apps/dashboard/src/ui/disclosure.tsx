/** A section that is collapsed by default. */
import type { ReactNode } from 'react'

export function Disclosure({ title, children, isOpen }: { title: ReactNode; children: ReactNode; isOpen?: boolean }) {
  return (
    <details open={isOpen} className="min-w-0">
      <summary className="text-sm font-medium text-ink-soft hover:text-ink">{title}</summary>
      <div className="mt-3 flex flex-col gap-4">{children}</div>
    </details>
  )
}
