/** A list of stages with state, duration, finding and remedy. */
import { Circle, CircleCheck, CircleMinus, CircleX, LoaderCircle, TriangleAlert } from 'lucide-react'
import { classNames } from './class-names.ts'
import { FailureLink } from './failure-link.tsx'
import { formatDuration } from './format.ts'
import { hintFor } from './problem-texts.ts'

export type StageState = 'waiting' | 'running' | 'ok' | 'warning' | 'failed' | 'skipped'

export interface Stage {
  key: string
  name: string
  state: StageState
  /** The state as a word, for screen readers. */
  word: string
  durationMs?: number | null
  detail?: string | null
  /** Remedy. */
  hint?: string | null
  /** Failure code, which links to its explanation. */
  code?: string | null
}

const stateStyles: Record<StageState, { icon: typeof Circle; className: string }> = {
  waiting: { icon: Circle, className: 'text-ink-faint' },
  running: { icon: LoaderCircle, className: 'text-busy animate-spin' },
  ok: { icon: CircleCheck, className: 'text-good' },
  warning: { icon: TriangleAlert, className: 'text-warn' },
  failed: { icon: CircleX, className: 'text-bad' },
  skipped: { icon: CircleMinus, className: 'text-ink-faint' },
}

export function StageList({ stages }: { stages: readonly Stage[] }) {
  return (
    <ol className="flex flex-col gap-2.5 text-sm">
      {stages.map((stage) => (
        <StageRow key={stage.key} stage={stage} />
      ))}
    </ol>
  )
}

function StageRow({ stage: { name, state, word, durationMs, detail, hint, code } }: { stage: Stage }) {
  const { icon: Icon, className } = stateStyles[state]
  const remedy = hintFor({ code: code ?? '', hint })
  const isQuiet = state === 'waiting' || state === 'skipped'
  return (
    <li className="flex gap-2.5">
      <Icon aria-hidden size={17} className={classNames('mt-0.5 shrink-0', className)} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span className={isQuiet ? 'text-ink-soft' : 'font-medium'}>
            {name}
            <span className="sr-only">{`: ${word}`}</span>
          </span>
          {durationMs !== null && durationMs !== undefined && (
            <span className="text-xs whitespace-nowrap text-ink-soft tabular-nums">{formatDuration(durationMs)}</span>
          )}
        </p>
        {detail !== null && detail !== undefined && detail !== '' && (
          <p className="break-words text-ink-soft">{detail}</p>
        )}
        {remedy !== undefined && remedy !== '' && (
          <p
            className={classNames(
              'mt-1 rounded-md border px-2.5 py-1.5 break-words',
              state === 'failed' ? 'border-bad/40 bg-bad-soft' : 'border-warn/40 bg-warn-soft',
            )}
          >
            {remedy}
          </p>
        )}
        {code !== null && code !== undefined && <FailureLink code={code} />}
      </div>
    </li>
  )
}
