/** Renders the state of a deployment as lines. Pure: the time is an argument. */
import type { Deployment } from '@longshore/sdk'
import { formatDuration, formatStatus } from '../terminal/format.ts'
import type { Line, Span } from '../terminal/text.ts'
import type { FollowState, StepState } from './follow-state.ts'

/** The dashboard repeats these labels in its own catalog, which can be translated. A test keeps the two equal. */
const stepLabels: Readonly<Record<string, string>> = {
  'resolve-source': 'Find commit',
  'fetch-source': 'Fetch source',
  plan: 'Plan',
  'build-image': 'Build',
  'move-data': 'Move data',
  'ensure-services': 'Prepare databases and volumes',
  rehearse: 'Rehearsal',
  'release-command': 'Release command',
  'start-release': 'Start the new version',
  'check-health': 'Health check',
  'switch-traffic': 'Switch traffic',
  'watch-stability': 'Stability check',
  'retire-previous': 'Retire the previous version',
}

export function stepLabel(name: string): string {
  return stepLabels[name] ?? name
}

const marks: Readonly<Record<StepState['status'], Span>> = {
  pending: { text: '○', style: 'dim' },
  running: { text: '●', style: 'cyan' },
  succeeded: { text: '✓', style: 'green' },
  failed: { text: '✗', style: 'red' },
  undone: { text: '↺', style: 'yellow' },
  not_undone: { text: '!', style: 'red' },
  skipped: { text: '–', style: 'dim' },
}

export function markOf(status: StepState['status']): Span {
  return marks[status]
}

export interface StepListOptions {
  readonly label: string
  readonly nowMs: number
  /** Number of log lines below the steps. */
  readonly logLines: number
}

const nameWidth = 31
const barWidth = 20

export function layOutSteps(state: FollowState, options: StepListOptions): Line[] {
  const { deployment, tail, isConnected } = state
  const logLines = options.logLines === 0 ? [] : tail.slice(-options.logLines)
  return [
    headOf(deployment, options),
    ...(deployment.commit === null ? [] : [commitLine(deployment.commit)]),
    ...(deployment.waitingFor === null || deployment.status !== 'queued'
      ? []
      : [{ text: `  Waiting: ${deployment.waitingFor.detail}`, style: 'yellow' } as const]),
    ...state.steps.map((step) => stepLine(step, options.nowMs)),
    ...logLines.map((text): Line => ({ text: `  │ ${text}`, style: 'dim' })),
    ...(isConnected ? [] : [{ text: '  Connection lost. Reconnecting…', style: 'yellow' } as const]),
  ]
}

function headOf(deployment: Deployment, { label, nowMs }: StepListOptions): Line {
  const { number, status, startedAt, createdAt, durationMs, medianDurationMs } = deployment
  const sinceMs = durationMs ?? Math.max(0, nowMs - Date.parse(startedAt ?? createdAt))
  const usual = medianDurationMs === null ? '' : `, usually ${formatDuration(medianDurationMs)}`
  return [
    { text: `Deployment ${number}`, style: 'bold' },
    ` of ${label}  `,
    formatStatus(status),
    { text: `  ${formatDuration(sinceMs)}${usual}`, style: 'dim' },
  ]
}

function commitLine({ sha, message, author }: NonNullable<Deployment['commit']>): Line {
  return [
    { text: `  ${sha.slice(0, 12)}`, style: 'cyan' },
    ` ${message.split('\n')[0] ?? ''}`,
    { text: ` (${author})`, style: 'dim' },
  ]
}

function stepLine(step: StepState, nowMs: number): Line {
  const mark: Span[] = ['  ', markOf(step.status), ' ']
  const name = stepLabel(step.name).padEnd(nameWidth)
  if (step.status === 'pending' || step.status === 'skipped') return [...mark, { text: name.trimEnd(), style: 'dim' }]
  if (step.status !== 'running') {
    const time = step.durationMs === null ? '' : formatDuration(step.durationMs)
    return [...mark, name, { text: time.padStart(8), style: 'dim' }]
  }
  const elapsedMs = step.startedAt === null ? 0 : Math.max(0, nowMs - Date.parse(step.startedAt))
  return [...mark, name, formatDuration(elapsedMs).padStart(8), ...progressOf(elapsedMs, step.medianMs)]
}

/** A progress bar against the median duration. Short steps have none. */
function progressOf(elapsedMs: number, medianMs: number | null): Span[] {
  if (medianMs === null || medianMs < 1_000) return []
  const full = Math.min(barWidth, Math.round((elapsedMs / medianMs) * barWidth))
  return [
    '  ',
    { text: '█'.repeat(full), style: 'cyan' },
    { text: '░'.repeat(barWidth - full), style: 'dim' },
    { text: `  usually ${formatDuration(medianMs)}`, style: 'dim' },
  ]
}
