import { expect, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { attemptWork } from './attempt.ts'
import { Interruption } from './live-runs.ts'
import { type StuckStep, watchStuckSteps } from './stuck-steps.ts'

const log = createLog({ level: 'silent', process: 'test' })

it('gives up once, and only after a step has ignored its signal for long', async () => {
  const seen: number[] = []
  const hopeless: StuckStep[] = []
  const ended = Promise.withResolvers<void>()
  const onStuck = watchStuckSteps({ log, hopelessAfterMs: 3, onGiveUp: (where) => hopeless.push(where) })
  await attemptWork(() => ended.promise, {
    deadlineMs: 10_000,
    interruptedBy: [AbortSignal.abort(new Interruption('cancel'))],
    graceMs: 1,
    onStuck: (stuckMs) => {
      seen.push(stuckMs)
      onStuck({ runId: 'run', step: 'build', stuckMs })
      if (stuckMs === 2) expect(hopeless).toEqual([])
      if (stuckMs === 5) ended.resolve()
    },
  })
  expect(seen.slice(0, 5)).toEqual([1, 2, 3, 4, 5])
  expect(hopeless).toEqual([{ runId: 'run', step: 'build', stuckMs: 3 }])
})
