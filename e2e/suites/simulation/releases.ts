/** Two releases of the worker next to each other. Each has a step and kinds of runs that the other doesn't know. */
import { z } from 'zod'
import type { Timers } from '../../../apps/server/src/platform/clock/timers.ts'
import { type AnyWorkflow, type Step, step, workflow } from '../../../apps/server/src/platform/durable/workflow.ts'
import { declareWorkflow } from '../../../apps/server/src/platform/durable/workflow-ref.ts'

export const releases = ['earlier', 'later'] as const
export type ReleaseName = (typeof releases)[number]

/** Known to the earlier release only. */
export const oldReport = declareWorkflow({ kind: 'old-report', input: z.object({}) })
export const insertedStep = 'mark-release'
const removedStep = 'greet-source'

const Nothing = z.object({})

/** `marks`: what the inserted step leaves until it is undone, by run. */
export function asRelease(deploy: AnyWorkflow, release: ReleaseName, marks: Set<string>, timers: Timers): AnyWorkflow {
  const extra = release === 'later' ? marking(marks, timers) : greeting(timers)
  const before = release === 'later' ? 'build-image' : 'fetch-source'
  const at = deploy.steps.findIndex(({ name }) => name === before)
  return { ...deploy, steps: deploy.steps.toSpliced(at, 0, extra) }
}

export function createOldReport(timers: Timers): AnyWorkflow {
  return workflow(oldReport, [pausing('read', timers), pausing('write', timers)])
}

function marking(marks: Set<string>, timers: Timers): Step<unknown, unknown> {
  return step<unknown, unknown>({
    name: insertedStep,
    output: Nothing,
    deadlineMs: 60_000,
    async run({ run, signal }) {
      await timers.wait(100, signal)
      marks.add(run.id)
      await timers.wait(400, signal)
      return {}
    },
    async undo({ run, signal }) {
      await timers.wait(50, signal)
      marks.delete(run.id)
    },
  })
}

function greeting(timers: Timers): Step<unknown, unknown> {
  return pausing(removedStep, timers)
}

function pausing(name: string, timers: Timers): Step<unknown, unknown> {
  return step<unknown, unknown>({
    name,
    output: Nothing,
    deadlineMs: 60_000,
    async run({ signal }) {
      await timers.wait(200, signal)
      return {}
    },
  })
}
