/** The steps of a deployment with their progress, compared with their usual duration. */
import type { DeploymentStep } from '@longshore/sdk'
import { Check, Circle, CircleAlert, LoaderCircle, Minus, Undo2, X } from 'lucide-react'
import { text } from '../../text/text.ts'
import { classNames } from '../../ui/class-names.ts'
import { formatDuration } from '../../ui/format.ts'
import { progressOf } from './merge-step.ts'
import { useElapsed } from './use-elapsed.ts'

const statusStyles: Record<DeploymentStep['status'], { icon: typeof Check; className: string }> = {
  pending: { icon: Circle, className: 'text-ink-faint' },
  running: { icon: LoaderCircle, className: 'text-busy animate-spin' },
  succeeded: { icon: Check, className: 'text-good' },
  failed: { icon: X, className: 'text-bad' },
  undone: { icon: Undo2, className: 'text-ink-soft' },
  not_undone: { icon: CircleAlert, className: 'text-bad' },
  skipped: { icon: Minus, className: 'text-ink-faint' },
}

export function StepTimeline({ steps }: { steps: readonly DeploymentStep[] }) {
  return (
    <ol className="flex flex-col">
      {steps.map((step) => (
        <Step key={step.name} step={step} />
      ))}
    </ol>
  )
}

function Step({ step }: { step: DeploymentStep }) {
  const { icon: Icon, className } = statusStyles[step.status]
  const words = text.deployments
  const elapsedMs = useElapsed(step.status === 'running' ? step.startedAt : null)
  const durationMs = elapsedMs ?? step.durationMs
  const isQuiet = step.status === 'pending' || step.status === 'skipped'
  return (
    <li className="relative flex gap-3 pb-3 last:pb-0 before:absolute before:top-5 before:bottom-0 before:left-[8.5px] before:w-px before:bg-line last:before:hidden">
      <Icon aria-hidden size={18} className={classNames('mt-px shrink-0 bg-surface', className)} />
      <div className="min-w-0 flex-1 text-sm">
        <div className="flex items-baseline justify-between gap-3">
          <p
            className={classNames(
              'min-w-0',
              isQuiet && 'text-ink-soft',
              step.status === 'failed' && 'font-medium text-bad',
            )}
          >
            {words.steps[step.name] ?? step.name}
            <span className="sr-only">{`: ${words.stepStatus[step.status]}`}</span>
          </p>
          <p className="shrink-0 text-right text-xs text-ink-soft tabular-nums">
            {durationMs === null || isQuiet ? <StepStatus step={step} /> : formatDuration(durationMs)}
          </p>
        </div>
        <MedianBar durationMs={isQuiet ? null : durationMs} medianMs={step.medianMs} status={step.status} />
        {step.detail !== null && <p className="mt-0.5 text-xs break-words text-ink-soft">{step.detail}</p>}
        {step.attempt > 1 && <p className="mt-0.5 text-xs text-warn">{words.attempt(step.attempt)}</p>}
      </div>
    </li>
  )
}

function StepStatus({ step }: { step: DeploymentStep }) {
  const words = text.deployments
  if (step.status === 'pending' && step.medianMs !== null) return <>{words.median(formatDuration(step.medianMs))}</>
  if (step.status === 'succeeded' || step.status === 'running') return null
  return <>{words.stepStatus[step.status]}</>
}

/** The median is at half of the width, so that slower steps stand out. */
function MedianBar({ durationMs, medianMs, status }: Pick<DeploymentStep, 'durationMs' | 'medianMs' | 'status'>) {
  const share = progressOf({ durationMs, medianMs })
  if (share === null || medianMs === null || (medianMs < 1_000 && (durationMs ?? 0) < 1_000)) return null
  const isSlow = share > 1.5 && (durationMs ?? 0) - medianMs > 2_000
  const color = status === 'failed' ? 'bg-bad' : isSlow ? 'bg-warn' : status === 'running' ? 'bg-busy' : 'bg-good'
  return (
    <div title={text.deployments.median(formatDuration(medianMs))} className="relative mt-1 h-1 rounded-full bg-sunken">
      <div className={classNames('h-1 rounded-full', color)} style={{ width: `${Math.min(100, share * 50)}%` }} />
      <div className="absolute -top-0.5 left-1/2 h-2 w-px bg-line-strong" />
    </div>
  )
}
