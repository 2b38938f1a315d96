/** Shows a deployment while it is followed: as a live view, line by line, or as JSON. */

import { formatDuration, formatStatus } from '../terminal/format.ts'
import { createLiveArea } from '../terminal/live-area.ts'
import type { Output } from '../terminal/output.ts'
import { type FollowEvent, type FollowState, takeLines } from './follow-state.ts'
import { layOutSteps, markOf, stepLabel } from './step-lines.ts'

export interface Viewer extends Disposable {
  /** `state`: the state after the event. */
  show(event: FollowEvent, state: FollowState): void
  /** Pauses drawing while a prompt is open. */
  pause(): void
  resume(): void
}

export interface ViewerOptions {
  readonly output: Output
  readonly label: string
  readonly state: FollowState
  /** Prints every log line, also in a terminal. */
  readonly hasWholeLog: boolean
}

const redrawMs = 200
const tailOnScreen = 5

export function createViewer(options: ViewerOptions): Viewer {
  if (options.output.isJson) return createJsonViewer(options.output)
  return options.output.isTerminal ? createLiveViewer(options) : createPlainViewer(options)
}

function createJsonViewer(output: Output): Viewer {
  const nothing = () => undefined
  return {
    show({ event, data }) {
      if (event !== 'connection') output.event({ event, data })
    },
    pause: nothing,
    resume: nothing,
    [Symbol.dispose]: nothing,
  }
}

function createLiveViewer({ output, label, state, hasWholeLog }: ViewerOptions): Viewer {
  const area = createLiveArea(output)
  let seen = state
  let open: FollowState['open'] = {}
  let isPaused = false
  const draw = () => {
    if (!isPaused) area.draw(layOutSteps(seen, { label, nowMs: Date.now(), logLines: hasWholeLog ? 0 : tailOnScreen }))
  }
  const timer = setInterval(draw, redrawMs)
  draw()
  return {
    show(event, after) {
      seen = after
      if (event.event !== 'log' || !hasWholeLog) return draw()
      const taken = takeLines(open, event.data)
      open = taken.open
      if (!isPaused) for (const line of taken.lines) area.say(line)
    },
    pause() {
      isPaused = true
      area.leave()
    },
    resume() {
      isPaused = false
      draw()
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      // The list of steps stays on the screen, without the log.
      if (!isPaused) area.draw(layOutSteps(seen, { label, nowMs: Date.now(), logLines: 0 }))
    },
  }
}

function createPlainViewer({ output, label, state }: ViewerOptions): Viewer {
  let open: FollowState['open'] = {}
  let status = ''
  const nothing = () => undefined
  output.line(`Deployment ${state.deployment.number} of ${label}`)
  return {
    show(event) {
      if (event.event === 'status' && event.data.status !== status) {
        status = event.data.status
        const waits = status === 'queued' ? event.data.waitingFor : null
        output.line(['→ ', formatStatus(status), waits === null ? '' : `: ${waits.detail}`])
      }
      if (event.event === 'step' && event.data.status !== 'running') {
        const { name, durationMs } = event.data
        const time = durationMs === null || durationMs === undefined ? '' : `  ${formatDuration(durationMs)}`
        output.line([markOf(event.data.status), ` ${stepLabel(name)}${time}`])
      }
      if (event.event === 'log') {
        const taken = takeLines(open, event.data)
        open = taken.open
        for (const line of taken.lines) output.line(`  ${line}`)
      }
    },
    pause: nothing,
    resume: nothing,
    [Symbol.dispose]: nothing,
  }
}
