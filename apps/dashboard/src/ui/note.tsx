/** A boxed message with a title and actions. Announced to screen readers. */
import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type NoteTone = 'good' | 'bad' | 'warn' | 'info'

const toneStyles: Record<NoteTone, { icon: typeof Info; box: string; ink: string }> = {
  good: { icon: CircleCheck, box: 'border-good/50 bg-good-soft', ink: 'text-good' },
  bad: { icon: CircleX, box: 'border-bad/50 bg-bad-soft', ink: 'text-bad' },
  warn: { icon: TriangleAlert, box: 'border-warn/50 bg-warn-soft', ink: 'text-warn' },
  info: { icon: Info, box: 'border-line bg-sunken', ink: 'text-accent' },
}

export interface NoteProps {
  tone: NoteTone
  title: string
  children?: ReactNode
  /** Buttons for remedies. */
  actions?: ReactNode
}

export function Note({ tone, title, children, actions }: NoteProps) {
  const { icon: Icon, box, ink } = toneStyles[tone]
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={classNames('rounded-lg border p-4 text-sm', box)}>
      <div className="flex gap-3">
        <Icon aria-hidden size={18} className={classNames('mt-0.5 shrink-0', ink)} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold break-words text-ink">{title}</p>
          {children !== undefined && <div className="mt-0.5 flex flex-col gap-1 break-words text-ink">{children}</div>}
          {actions !== undefined && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
        </div>
      </div>
    </div>
  )
}
