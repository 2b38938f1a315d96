/** A status with color, icon and word, so that color is never the only signal. */
import { CircleCheck, CircleDashed, CirclePause, CircleX, Info, LoaderCircle, TriangleAlert } from 'lucide-react'
import { classNames } from './class-names.ts'

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'idle' | 'paused' | 'info'

export const toneStyles: Record<Tone, { icon: typeof CircleCheck; className: string }> = {
  good: { icon: CircleCheck, className: 'bg-good-soft text-good' },
  bad: { icon: CircleX, className: 'bg-bad-soft text-bad' },
  warn: { icon: TriangleAlert, className: 'bg-warn-soft text-warn' },
  busy: { icon: LoaderCircle, className: 'bg-busy-soft text-busy' },
  idle: { icon: CircleDashed, className: 'bg-sunken text-ink-soft' },
  paused: { icon: CirclePause, className: 'bg-sunken text-ink-soft' },
  info: { icon: Info, className: 'bg-accent-soft text-accent' },
}

export function Status({ tone, children, className }: { tone: Tone; children: string; className?: string }) {
  const { icon: Icon, className: colors } = toneStyles[tone]
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center gap-1.5 rounded-full px-2 py-0.5 align-middle text-xs font-medium whitespace-nowrap',
        colors,
        className,
      )}
    >
      <Icon aria-hidden size={13} className={classNames('shrink-0', tone === 'busy' && 'animate-spin')} />
      <span className="truncate">{children}</span>
    </span>
  )
}
