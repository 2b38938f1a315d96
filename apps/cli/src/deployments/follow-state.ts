/** State of a deployment that is being followed. Pure. */
import type { Deployment, DeploymentStep } from '@longshore/sdk'

export interface StepState {
  readonly name: string
  readonly status: DeploymentStep['status']
  readonly startedAt: string | null
  readonly durationMs: number | null
  readonly medianMs: number | null
  readonly detail: string | null
}

export interface FollowState {
  readonly deployment: Deployment
  readonly steps: readonly StepState[]
  /** The last lines of the log. */
  readonly tail: readonly string[]
  /** The unfinished line of each step and stream. */
  readonly open: Readonly<Record<string, string>>
  readonly isConnected: boolean
}

/** Events of the stream and of the connection. */
export type FollowEvent =
  | { readonly event: 'status'; readonly data: Deployment }
  | {
      readonly event: 'step'
      readonly data: Pick<StepState, 'name' | 'status'> & { [Key in keyof StepState]?: StepState[Key] }
    }
  | { readonly event: 'log'; readonly data: { step: string; stream: string; text: string } }
  | { readonly event: 'connection'; readonly data: { isConnected: boolean } }

const tailLines = 200

export function initialFollowState(deployment: Deployment, steps: readonly DeploymentStep[]): FollowState {
  return { deployment, steps: steps.map(toStepState), tail: [], open: {}, isConnected: true }
}

export function applyEvent(state: FollowState, { event, data }: FollowEvent): FollowState {
  if (event === 'status') return { ...state, deployment: data }
  if (event === 'connection') return { ...state, isConnected: data.isConnected }
  if (event === 'step') return { ...state, steps: applyStep(state.steps, data) }
  const { lines, open } = takeLines(state.open, data)
  return { ...state, open, tail: [...state.tail, ...lines].slice(-tailLines) }
}

/** Splits a piece of log text into complete lines and an unfinished rest. */
export function takeLines(
  open: FollowState['open'],
  { step, stream, text }: { step: string; stream: string; text: string },
): { lines: string[]; open: FollowState['open'] } {
  const key = `${step}/${stream}`
  const pieces = `${open[key] ?? ''}${text}`.split(/\r\n|\r|\n/)
  const rest = pieces.pop() ?? ''
  return { lines: pieces, open: { ...open, [key]: rest } }
}

const ended: readonly string[] = ['live', 'failed', 'cancelled', 'superseded', 'retired']

export function hasEnded({ status }: Pick<Deployment, 'status'>): boolean {
  return ended.includes(status)
}

function toStepState(step: Pick<StepState, 'name' | 'status'> & Partial<StepState>): StepState {
  const { name, status, startedAt = null, durationMs = null, medianMs = null, detail = null } = step
  return { name, status, startedAt, durationMs, medianMs, detail }
}

function applyStep(steps: readonly StepState[], data: Parameters<typeof toStepState>[0]): StepState[] {
  const before = steps.find((each) => each.name === data.name)
  if (before === undefined) return [...steps, toStepState(data)]
  const fresh = toStepState(data)
  return steps.map((each) => (each === before ? { ...fresh, medianMs: fresh.medianMs ?? before.medianMs } : each))
}
