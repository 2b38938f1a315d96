/** An empty list: what belongs here, and what to do next. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon: LucideIcon
  title: string
  note: string
  children?: ReactNode
}

export function EmptyState({ icon: Icon, title, note, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-7 text-center">
      <span className="mb-2.5 inline-flex size-10 items-center justify-center rounded-lg border border-line bg-canvas text-ink-soft shadow-xs">
        <Icon aria-hidden size={20} />
      </span>
      <p className="text-sm font-semibold">{title}</p>
      <p className="mt-0.5 max-w-md text-sm text-balance text-ink-soft">{note}</p>
      {children !== undefined && <div className="mt-3.5 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}
