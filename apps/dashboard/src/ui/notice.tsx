/** A short message with icon and color. */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { type Tone, toneStyles } from './status.tsx'

export function Notice({ tone, title, children }: { tone: Tone; title?: string; children?: ReactNode }) {
  const { icon: Icon, className } = toneStyles[tone]
  return (
    <div className={classNames('flex gap-2.5 rounded-lg border border-current/15 px-3.5 py-2.5 text-sm', className)}>
      <Icon aria-hidden size={17} className={classNames('mt-0.5 shrink-0', tone === 'busy' && 'animate-spin')} />
      <div className="min-w-0 flex-1 break-words">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children !== undefined && <div className="text-ink">{children}</div>}
      </div>
    </div>
  )
}
