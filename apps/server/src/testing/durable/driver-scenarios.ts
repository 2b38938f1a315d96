/** Contract of the driver with a workflow, as scenarios for any store. */
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, expect } from 'vitest'
import { z } from 'zod'
import { LiveRuns } from '../../platform/durable/live-runs.ts'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import { type Step, type StepContext, step, workflow } from '../../platform/durable/workflow.ts'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { storeDriver } from '../durable-driver.ts'
import type { DurableStore } from './durable-store.ts'

const ref = declareWorkflow({ kind: 'story', input: z.object({ word: z.string() }) })
type Input = { word: string }
let trace: string[] = []
let key = ''
let count = 0

beforeEach(() => {
  trace = []
  key = `k${count++}`
})

function loggedStep(
  name: string,
  run?: (context: StepContext<Input>) => Promise<string>,
  rest: Partial<Step<Input, string>> = {},
) {
  return step<Input, string>({
    name,
    output: z.string(),
    deadlineMs: 5_000,
    attempts: 3,
    async run(context) {
      trace.push(name)
      return (await run?.(context)) ?? `${name} of ${context.input.word}`
    },
    async undo({ output }) {
      trace.push(`undo ${name}: ${output}`)
    },
    ...rest,
  })
}

/** Resolves when the signal fires. */
const untilStopped = async ({ signal }: StepContext<Input>) => {
  await delay(10_000, undefined, { signal })
  return 'too late'
}

export const driverScenarios: Record<string, (store: DurableStore) => Promise<void>> = {
  async 'runs the steps in order, passes outputs on, and journals them'(store) {
    const a = loggedStep('a')
    const b = loggedStep('b', async (context) => `after ${context.output(a)}`)
    const driver = storeDriver(store, [workflow(ref, [a, b])])
    const id = await driver.start(ref, key, { word: 'x' })
    await driver.drive(`story/${key}`)
    expect(await driver.run(id)).toMatchObject({ status: 'succeeded', current_step: null, error: null })
    const steps = await driver.steps(id)
    expect(steps.map((row) => [row.name, row.phase, row.status, row.output])).toEqual([
      ['a', 'run', 'succeeded', 'a of x'],
      ['b', 'run', 'succeeded', 'after a of x'],
    ])
  },

  async 'retries a failing step up to its limit, then undoes the started steps in reverse order and fails'(store) {
    const bad = loggedStep('bad', async () => {
      throw new Error('no luck')
    })
    const driver = storeDriver(store, [workflow(ref, [loggedStep('a'), loggedStep('b'), bad])])
    const id = await driver.start(ref, key, { word: 'x' })
    await driver.drive(`story/${key}`)
    expect(trace).toEqual(['a', 'b', 'bad', 'bad', 'bad', 'undo bad: undefined', 'undo b: b of x', 'undo a: a of x'])
    const run = await driver.run(id)
    expect(run).toMatchObject({ status: 'failed', error: { code: 'step_failed', step: 'bad', cause: 'no luck' } })
    const failed = (await driver.steps(id)).find((row) => row.name === 'bad' && row.phase === 'run')
    expect(failed).toMatchObject({ status: 'failed', attempt: 3 })
  },

  async 'succeeds when a later attempt succeeds'(store) {
    let failures = 2
    const flaky = loggedStep('flaky', async () => {
      if (failures-- > 0) throw new Error('not yet')
      return 'done'
    })
    const driver = storeDriver(store, [workflow(ref, [flaky])])
    const id = await driver.start(ref, key, { word: 'x' })
    await driver.drive(`story/${key}`)
    expect(await driver.steps(id)).toMatchObject([{ name: 'flaky', status: 'succeeded', attempt: 3, error: null }])
  },

  async 'ends its turn for a long pause, and continues with the next attempt after it'(store) {
    const flaky = loggedStep('flaky', async ({ attempt }) => {
      if (attempt < 3) throw new Error('not yet')
      return 'done'
    })
    const options = { backoff: { initialMs: 3_600_000, maxMs: 3_600_000 } }
    const driver = storeDriver(store, [workflow(ref, [loggedStep('a'), flaky])], options)
    const [id, behind] = [await driver.start(ref, key, { word: 'x' }), await driver.start(ref, key, { word: 'y' })]
    for (const attempt of [1, 2]) {
      await driver.drive(`story/${key}`)
      expect(await driver.run(id)).toMatchObject({
        status: 'running',
        step_attempt: attempt,
        waiting_for: { type: 'retry' },
      })
      // The invocation of the run behind it does nothing.
      await driver.drive(`story/${key}`)
      expect(await store.resumeRetries()).toBe(0)
      await store.endPause(id)
      await driver.takeTickets()
      expect(await store.resumeRetries()).toBe(1)
      expect(await driver.tickets()).toEqual([id])
    }
    await driver.takeTickets()
    await driver.drive(`story/${key}`)
    expect(await driver.run(id)).toMatchObject({ status: 'succeeded' })
    expect(trace).toEqual(['a', 'flaky', 'flaky', 'flaky'])
    expect(await driver.tickets()).toEqual([behind])
  },

  async 'a cancel ends a long pause'(store) {
    const bad = loggedStep('bad', async () => {
      throw new Error('no luck')
    })
    const options = { backoff: { initialMs: 3_600_000, maxMs: 3_600_000 } }
    const driver = storeDriver(store, [workflow(ref, [bad])], options)
    const id = await driver.start(ref, key, { word: 'x' })
    await driver.drive(`story/${key}`)
    await driver.takeTickets()
    expect(await store.cancel(id)).toBe('requested')
    expect(await driver.tickets()).toEqual([id])
    await driver.drive(`story/${key}`)
    expect(await driver.run(id)).toMatchObject({ status: 'cancelled', waiting_for: null })
  },

  async 'does not retry a permanent failure'(store) {
    const bad = loggedStep('bad', async () => {
      throw new PermanentError('no_such_branch', 'The branch is gone.', { hint: 'Choose another.' })
    })
    const driver = storeDriver(store, [workflow(ref, [bad])])
    const id = await driver.start(ref, key, { word: 'x' })
    await driver.drive(`story/${key}`)
    expect(trace.filter((line) => line === 'bad')).toHaveLength(1)
    expect((await driver.run(id)).error).toMatchObject({ code: 'no_such_branch', hint: 'Choose another.' })
  },

  async 'a deadline ends the run, however many attempts the step has'(store) {
    const slow = loggedStep('slow', untilStopped, { deadlineMs: 10, attempts: 12 })
    const driver = storeDriver(store, [workflow(ref, [slow])])
    const id = await driver.start(ref, key, { word: 'x' })
    await driver.drive(`story/${key}`)
    expect(trace).toEqual(['slow', 'undo slow: undefined'])
    expect((await driver.run(id)).error).toMatchObject({ code: 'step_deadline_exceeded' })
  },

  async 'a step that opts in is retried after its deadline, up to its last attempt'(store) {
    const slow = loggedStep('slow', untilStopped, { deadlineMs: 10, attempts: 2, retriesDeadline: true })
    const driver = storeDriver(store, [workflow(ref, [slow])])
    const id = await driver.start(ref, key, { word: 'x' })
    await driver.drive(`story/${key}`)
    expect(trace).toEqual(['slow', 'slow', 'undo slow: undefined'])
    expect((await driver.run(id)).error).toMatchObject({ code: 'step_deadline_exceeded' })
  },

  async 'a deadline can depend on what an earlier step returned'(store) {
    const limit = loggedStep('limit', async () => '20')
    const slow = loggedStep('slow', untilStopped, { deadlineMs: { from: (context) => Number(context.output(limit)) } })
    const driver = storeDriver(store, [workflow(ref, [limit, slow])])
    const id = await driver.start(ref, key, { word: 'x' })
    await driver.drive(`story/${key}`)
    expect(trace).toEqual(['limit', 'slow', 'undo slow: undefined', 'undo limit: 20'])
    expect((await driver.run(id)).error).toMatchObject({ message: expect.stringContaining('0.02 seconds') })
  },

  async 'a cancel stops the running step, and only then undoes'(store) {
    const driver = storeDriver(store, [
      workflow(ref, [
        loggedStep('a'),
        loggedStep('held', async (context) => {
          await store.cancel(context.run.id)
          driver.live.cancel(context.run.id)
          await delay(10_000, undefined, { signal: context.signal }).catch(() => undefined)
          await delay(20)
          trace.push('stopped')
          throw new Error('aborted')
        }),
        loggedStep('never'),
      ]),
    ])
    const id = await driver.start(ref, key, { word: 'x' })
    await driver.drive(`story/${key}`)
    expect(trace).toEqual(['a', 'held', 'stopped', 'undo held: undefined', 'undo a: a of x'])
    expect(await driver.run(id)).toMatchObject({ status: 'cancelled', error: null })
  },

  async 'a step that finishes after the cancel is not recorded but undone'(store) {
    const driver = storeDriver(store, [
      workflow(ref, [
        loggedStep('deaf', async (context) => {
          await store.cancel(context.run.id)
          return 'finished anyway'
        }),
        loggedStep('never'),
      ]),
    ])
    const id = await driver.start(ref, key, { word: 'x' })
    await driver.drive(`story/${key}`)
    expect(trace).toEqual(['deaf', 'undo deaf: undefined'])
    expect(await driver.run(id)).toMatchObject({ status: 'cancelled' })
  },

  async 'after the point of no return a cancel is refused'(store) {
    const answers: string[] = []
    const driver = storeDriver(store, [
      workflow(ref, [
        loggedStep(
          'switch',
          async (context) => {
            answers.push(await store.cancel(context.run.id))
            return 'switched'
          },
          { cancellable: false },
        ),
        loggedStep('after', async (context) => {
          answers.push(await store.cancel(context.run.id))
          return 'done'
        }),
      ]),
    ])
    const id = await driver.start(ref, key, { word: 'x' })
    await driver.drive(`story/${key}`)
    expect(answers).toEqual(['too_late', 'too_late'])
    expect(await driver.run(id)).toMatchObject({ status: 'succeeded' })
    expect(await store.cancel(id)).toBe('finished')
  },

  async 'the next worker cancels a run that no worker was running'(store) {
    const attempt = new AbortController()
    const lost = loggedStep('lost', async () => {
      attempt.abort()
      throw new Error('dies')
    })
    const driver = storeDriver(store, [workflow(ref, [loggedStep('a'), lost])])
    const id = await driver.start(ref, key, { word: 'x' })
    await expect(driver.drive(`story/${key}`, attempt)).rejects.toThrow()
    expect(await store.cancel(id)).toBe('requested')
    expect(await store.cancel(id)).toBe('already_requested')
    await driver.drive(`story/${key}`)
    expect(trace).toEqual(['a', 'lost', 'undo lost: undefined', 'undo a: a of x'])
    expect(await driver.run(id)).toMatchObject({ status: 'cancelled' })
  },

  async 'a shutdown interrupts a step without failing or canceling the run'(store) {
    const live = new LiveRuns()
    const { promise: isHeld, resolve } = Promise.withResolvers<void>()
    const held = loggedStep('held', async (context) => {
      resolve()
      return await untilStopped(context)
    })
    const first = storeDriver(store, [workflow(ref, [held])], { live })
    const id = await first.start(ref, key, { word: 'x' })
    const driven = first.drive(`story/${key}`).catch((error: unknown) => error)
    await isHeld
    await live.shutDown()
    expect(await driven).toMatchObject({ kind: 'shutdown' })
    expect(await first.run(id)).toMatchObject({ status: 'running', step_attempt: 0, error: null })
    const second = storeDriver(store, [workflow(ref, [loggedStep('held')])])
    await second.drive(`story/${key}`)
    expect(await second.run(id)).toMatchObject({ status: 'succeeded' })
  },

  async 'a transaction in the middle of a step is refused after the run was canceled or taken over'(store) {
    const outcomes: unknown[] = []
    const writer = loggedStep('writer', async (context) => {
      outcomes.push(await context.write(async () => 'written'))
      await store.cancel(context.run.id)
      return await context.write(async () => 'never')
    })
    const driver = storeDriver(store, [workflow(ref, [writer])])
    const id = await driver.start(ref, key, { word: 'x' })
    await driver.drive(`story/${key}`)
    expect(outcomes).toEqual(['written'])
    expect(await driver.run(id)).toMatchObject({ status: 'cancelled' })
  },

  async 'an error in a record callback is an error of the step'(store) {
    const bad = loggedStep('bad', async (context) => {
      context.record(async () => {
        throw new PermanentError('already_live', 'Somebody else was faster.')
      })
      return 'x'
    })
    const driver = storeDriver(store, [workflow(ref, [bad])])
    const id = await driver.start(ref, key, { word: 'x' })
    await driver.drive(`story/${key}`)
    expect((await driver.run(id)).error).toMatchObject({ code: 'already_live' })
  },

  async 'an output that is too large for the journal fails the step'(store) {
    const driver = storeDriver(store, [workflow(ref, [loggedStep('big', async () => 'x'.repeat(300_000))])])
    const id = await driver.start(ref, key, { word: 'x' })
    await driver.drive(`story/${key}`)
    expect((await driver.run(id)).error).toMatchObject({ code: 'step_output_too_large' })
  },

  async 'each hook commits once, together with its state, also across a takeover'(store) {
    const events: string[] = []
    const attempt = new AbortController()
    let dies = true
    const second = loggedStep('second', async () => {
      if (dies) {
        dies = false
        attempt.abort()
        throw new Error('dies')
      }
      return 'x'
    })
    const scenario = workflow(ref, [loggedStep('first'), second], {
      onStart: async () => void events.push('start'),
      onStep: async (_tx, _run, name) => void events.push(name),
      onFinish: async (_tx, _run, end) => void events.push(end.status),
    })
    const driver = storeDriver(store, [scenario])
    const id = await driver.start(ref, key, { word: 'x' })
    await expect(driver.drive(`story/${key}`, attempt)).rejects.toThrow()
    await driver.drive(`story/${key}`)
    expect(events).toEqual(['start', 'first', 'second', 'succeeded'])
    expect((await driver.run(id)).started_at).not.toBeNull()
  },

  async 'a step that crashes its worker every time ends the run'(store) {
    const deadly = loggedStep('deadly', async () => {
      attempt.abort()
      throw new Error('out of memory')
    })
    let attempt = new AbortController()
    const driver = storeDriver(store, [workflow(ref, [deadly])], { maxTakeovers: 3 })
    const id = await driver.start(ref, key, { word: 'x' })
    for (let turn = 0; turn < 4; turn += 1) {
      attempt = new AbortController()
      await expect(driver.drive(`story/${key}`, attempt)).rejects.toThrow()
    }
    await driver.drive(`story/${key}`)
    expect(await driver.run(id)).toMatchObject({ status: 'failed', error: { code: 'worker_lost' } })
  },

  async 'lists steps that could not be undone and undoes the rest'(store) {
    const stuck = loggedStep('stuck', undefined, {
      async undo() {
        throw new PermanentError('gone', 'The server is gone.')
      },
    })
    const bad = loggedStep('bad', async () => {
      throw new PermanentError('x', 'x')
    })
    const driver = storeDriver(store, [workflow(ref, [loggedStep('a'), stuck, bad])])
    const id = await driver.start(ref, key, { word: 'x' })
    await driver.drive(`story/${key}`)
    expect(trace).toContain('undo a: a of x')
    expect(await driver.run(id)).toMatchObject({ status: 'failed', error: { code: 'x', notUndone: ['stuck'] } })
  },

  async 'an input that this release cannot read fails the run'(store) {
    const driver = storeDriver(store, [workflow(ref, [loggedStep('a')])])
    const id = await driver.start(ref, key, { word: 'x' })
    await store.spoilInput(id)
    await driver.drive(`story/${key}`)
    expect(await driver.run(id)).toMatchObject({ status: 'failed', error: { code: 'run_input_invalid' } })
    expect(trace).toEqual([])
  },

  async 'a turn for a key without work ends immediately, and a lost attempt claims nothing'(store) {
    const driver = storeDriver(store, [workflow(ref, [loggedStep('a')])])
    await driver.drive(`story/${key}`)
    const id = await driver.start(ref, key, { word: 'x' })
    const attempt = new AbortController()
    attempt.abort()
    await expect(driver.drive(`story/${key}`, attempt)).rejects.toMatchObject({ kind: 'lost' })
    expect(await driver.run(id)).toMatchObject({ status: 'queued', fence: 0 })
  },
}
