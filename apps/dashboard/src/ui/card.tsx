import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface CardProps {
  title?: ReactNode
  /** A sentence below the title. */
  note?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  className?: string
  /** Removes the padding, for lists and tables. */
  isFlush?: boolean
}

export function Card({ title, note, actions, children, className, isFlush = false }: CardProps) {
  const hasHead = title !== undefined || actions !== undefined
  return (
    <section
      className={classNames('min-w-0 overflow-hidden rounded-lg border border-line bg-surface shadow-xs', className)}
    >
      {hasHead && (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-3.5 pb-3">
          {/* A long note breaks its lines rather than push a small button below it. */}
          <div className="min-w-0 flex-1 basis-40">
            <h2 className="text-[0.95rem] font-semibold">{title}</h2>
            {note !== undefined && <p className="mt-0.5 text-sm text-ink-soft">{note}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      {children !== undefined && (
        <div
          className={classNames(
            !isFlush && 'px-4 pb-4',
            !isFlush && !hasHead && 'pt-4',
            isFlush && hasHead && 'border-t border-line',
          )}
        >
          {children}
        </div>
      )}
    </section>
  )
}
