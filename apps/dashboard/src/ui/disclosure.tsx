/** A section that is collapsed by default. */
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

export function Disclosure({ title, children, isOpen }: { title: ReactNode; children: ReactNode; isOpen?: boolean }) {
  return (
    <details open={isOpen} className="group min-w-0">
      <summary className="flex cursor-pointer list-none items-center gap-1.5 rounded-sm text-sm font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden size={15} className="shrink-0 transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="mt-3 flex flex-col gap-4">{children}</div>
    </details>
  )
}
