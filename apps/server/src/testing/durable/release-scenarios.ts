/** Workers of two releases on one run: steps and kinds that only one of them knows. */
import { expect } from 'vitest'
import { z } from 'zod'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import { type Step, type StepContext, step, type Workflow, workflow } from '../../platform/durable/workflow.ts'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { storeDriver } from '../durable-driver.ts'
import type { DurableStore } from './durable-store.ts'

const ref = declareWorkflow({ kind: 'story', input: z.null() })
type Hooks = Pick<Workflow<null>, 'locks' | 'onStart' | 'onStep' | 'onFinish'>
let trace: string[] = []
let key = ''
let count = 0

function loggedStep(name: string, run?: (context: StepContext<null>) => Promise<void>): Step<null, void> {
  return step<null, void>({
    name,
    output: z.void(),
    deadlineMs: 5_000,
    async run(context) {
      trace.push(name)
      await run?.(context)
    },
    async undo() {
      trace.push(`undo ${name}`)
    },
  })
}

async function ready(store: DurableStore) {
  trace = []
  key = `r${count++}`
  await store.takeTickets()
  const drive = async (steps: Step<null, unknown>[], hooks: Hooks = {}) => {
    const attempt = new AbortController()
    const dying = steps.map(
      (each): Step<null, unknown> => ({
        ...each,
        async run(context) {
          if (!dies.has(each.name)) return await each.run(context)
          dies.delete(each.name)
          trace.push(each.name)
          attempt.abort()
          throw new Error('the worker dies here')
        },
      }),
    )
    await storeDriver(store, [workflow(ref, dying, hooks)]).drive(`story/${key}`, attempt)
  }
  const dies = new Set<string>()
  return { id: await store.start(ref, key, null), drive, dies }
}

const fails = async () => {
  throw new PermanentError('no_room', 'The disk is full.')
}

/** With hooks, each step is entered in a transaction; without them, none is. */
async function undoesBoth(store: DurableStore, hooks: Hooks): Promise<void> {
  const { id, drive, dies } = await ready(store)
  dies.add('b').add('inserted')
  await expect(drive([loggedStep('a'), loggedStep('b')], hooks)).rejects.toMatchObject({ kind: 'lost' })
  const renewed = [loggedStep('a'), loggedStep('inserted', fails), loggedStep('b')]
  await expect(drive(renewed, hooks)).rejects.toMatchObject({ kind: 'lost' })
  await drive(renewed, hooks)
  expect(trace).toEqual(['a', 'b', 'inserted', 'inserted', 'undo b', 'undo inserted', 'undo a'])
  expect(await store.run(id)).toMatchObject({ status: 'failed', error: { code: 'no_room' } })
}

export const releaseScenarios: Record<string, (store: DurableStore) => Promise<void>> = {
  async 'continues after a lost worker with the unrecorded step, also under a release with an additional step'(store) {
    const { id, drive, dies } = await ready(store)
    dies.add('b')
    await expect(drive([loggedStep('a'), loggedStep('b')])).rejects.toMatchObject({ kind: 'lost' })
    await drive([loggedStep('a'), loggedStep('inserted'), loggedStep('b')])
    expect(await store.run(id)).toMatchObject({ status: 'succeeded' })
    expect(trace).toEqual(['a', 'b', 'inserted', 'b'])
  },

  async 'undoes a started step and one that a new release inserted before it'(store) {
    await undoesBoth(store, {})
  },

  async 'undoes both when entering a step is a separate transaction'(store) {
    await undoesBoth(store, { onStep: async () => undefined })
  },

  async 'a worker of an earlier release undoes the steps that it knows and leaves the rest to a later one'(store) {
    const { id, drive } = await ready(store)
    const renewed = [loggedStep('a'), loggedStep('inserted'), loggedStep('b', fails)]
    const old = [loggedStep('a'), loggedStep('b')]
    let isRecorded = false
    const hooks: Hooks = {
      async onStep(_tx, _run, name) {
        if (name !== 'b' || isRecorded) return
        isRecorded = true
        throw new Error('the worker dies here')
      },
    }
    await expect(drive(renewed, hooks)).rejects.toThrow('dies here')
    trace.push('old')
    const bad = [loggedStep('a'), loggedStep('b', fails)]
    await expect(drive(bad)).rejects.toThrow('another release has to undo inserted')
    await expect(drive(old)).rejects.toThrow('another release has to undo inserted')
    await drive(renewed)
    expect(trace).toEqual(['a', 'inserted', 'old', 'b', 'undo b', 'undo a', 'undo inserted'])
    expect(await store.run(id)).toMatchObject({ status: 'failed', error: { code: 'no_room' } })
  },

  async 'a step that no release knows is listed as not undone, and the run ends'(store) {
    const { id, drive, dies } = await ready(store)
    dies.add('gone')
    await expect(drive([loggedStep('a'), loggedStep('gone')])).rejects.toMatchObject({ kind: 'lost' })
    const without = [loggedStep('a'), loggedStep('b', fails)]
    let tries = 0
    for (; tries < 20; tries += 1) {
      const isOver = await drive(without).then(
        () => true,
        () => false,
      )
      if (isOver) break
    }
    expect(tries).toBeLessThan(15)
    expect(await store.run(id)).toMatchObject({ status: 'failed', error: { code: 'no_room', notUndone: ['gone'] } })
    expect(trace).toEqual(['a', 'gone', 'b', 'undo b', 'undo a'])
  },

  async 'a run keeps its locks and its start when a release adds a first step'(store) {
    const { drive } = await ready(store)
    const resource = `environment:${key}`
    const started: string[] = []
    let isFirst = true
    const hooks: Hooks = {
      locks: () => [{ resource, mode: 'exclusive' }],
      async onStart(_tx, run) {
        if (isFirst) {
          isFirst = false
          throw new Error('the worker dies here')
        }
        started.push(run.id)
      },
    }
    await expect(drive([loggedStep('a')], hooks)).rejects.toThrow('dies here')
    let holds = 0
    const first = loggedStep('first', async () => {
      holds = await store.countHolds(resource)
    })
    await drive([first, loggedStep('a')], hooks)
    expect(holds).toBe(1)
    expect(started).toHaveLength(1)
  },

  async 'a worker that does not know a kind leaves its run unchanged'(store) {
    const { id, drive } = await ready(store)
    const stranger = storeDriver(store, [])
    for (let tries = 0; tries < 30; tries += 1)
      await expect(stranger.drive(`story/${key}`)).rejects.toThrow('no workflow story in this worker')
    expect(await store.run(id)).toMatchObject({ status: 'queued', fence: 0 })
    await drive([loggedStep('a')])
    expect(await store.run(id)).toMatchObject({ status: 'succeeded' })
  },

  async 'hooks are not called twice when the response to their commit is lost'(store) {
    const { id } = await ready(store)
    const announced: string[] = []
    let losses = 1
    const journal = {
      ...store.journal,
      async transaction<T>(work: Parameters<typeof store.journal.transaction<T>>[0]): Promise<T> {
        const result = await store.journal.transaction(work)
        if (losses-- > 0) throw Object.assign(new Error('connection terminated'), { code: '57P01' })
        return result
      },
    }
    const a = step<null, void>({ name: 'a', output: z.void(), deadlineMs: 5_000, run: async () => undefined })
    const hooks: Hooks = {
      onStart: async () => void announced.push('start'),
      onStep: async (_tx, _run, name) => void announced.push(name),
    }
    const lossy = { ...store, journal }
    await storeDriver(lossy, [workflow(ref, [a], hooks)]).drive(`story/${key}`)
    expect(announced).toEqual(['start', 'a'])
    expect(await store.run(id)).toMatchObject({ status: 'succeeded' })
  },
}
