/** How the engine handles single runs: timeouts, concurrent releases, lost responses, steps that never stop. */
import { setTimeout as delay } from 'node:timers/promises'
import type * as Stuck from '../../../apps/server/src/platform/durable/stuck-steps.ts'
import type { Step } from '../../../apps/server/src/testing/internals/durable.ts'
import { loadEngine, loadIfThere, loadZod } from './engine-modules.ts'
import type { FaultsTestEnv, Finding, Outcome } from './finding.ts'

/** An in-memory driver, and steps that record what happens to them. */
async function prepare(testEnv: FaultsTestEnv) {
  const engine = await loadEngine(testEnv)
  const { z } = loadZod(testEnv)
  const ref = engine.declareWorkflow({ kind: 'story', input: z.null() })
  const store = engine.memoryStore()
  const trace: string[] = []
  const tracedStep = (name: string, run: (signal: AbortSignal) => Promise<void> = async () => undefined, rest = {}) =>
    engine.step<null, unknown>({
      name,
      output: z.object({}),
      deadlineMs: 5_000,
      async run({ signal }) {
        trace.push(name)
        await run(signal)
        return {}
      },
      async undo() {
        trace.push(`undo ${name}`)
      },
      ...rest,
    })
  const drive = (steps: Step<null, unknown>[], attempt = new AbortController()) =>
    engine.storeDriver(store, [engine.workflow(ref, steps)]).drive('story/key', attempt)
  return { engine, z, ref, store, trace, tracedStep, drive, id: await store.start(ref, 'key', null) }
}

const deadline: Finding = {
  id: 'H1',
  title: 'a step that hangs is tried again and again',
  async provoke(testEnv) {
    const { tracedStep, drive, trace } = await prepare(testEnv)
    const hangs = (signal: AbortSignal) => delay(60_000, undefined, { signal })
    await drive([tracedStep('build', hangs, { deadlineMs: 20, attempts: 4 })])
    const tries = trace.filter((line) => line === 'build').length
    return { broken: tries > 1, how: `${tries} attempts of a build that hangs` }
  },
}

const insertedStep: Finding = {
  id: 'L3',
  title: 'a step that a new release inserted loses an undo when its worker dies',
  async provoke(testEnv) {
    const { tracedStep, drive, trace } = await prepare(testEnv)
    const dies = (attempt: AbortController) => async () => {
      attempt.abort()
      throw new Error('the worker dies here')
    }
    const fails = async () => {
      throw new Error('no luck')
    }
    const [first, second] = [new AbortController(), new AbortController()]
    await drive([tracedStep('a'), tracedStep('b', dies(first))], first).catch(() => undefined)
    await drive([tracedStep('a'), tracedStep('inserted', dies(second)), tracedStep('b')], second).catch(() => undefined)
    await drive([tracedStep('a'), tracedStep('zero', fails, { attempts: 1 }), tracedStep('inserted'), tracedStep('b')])
    const undone = ['undo b', 'undo inserted', 'undo a'].filter((line) => trace.includes(line))
    return { broken: undone.length < 3, how: `undone: ${undone.join(', ')}` }
  },
}

const unknownKind: Finding = {
  id: 'L4',
  title: 'a worker that does not know a kind uses up the takeovers of its runs',
  async provoke(testEnv) {
    const { engine, store, tracedStep, drive, id } = await prepare(testEnv)
    const stranger = engine.storeDriver(store, [])
    for (let tries = 0; tries < 25; tries += 1) await stranger.drive('story/key').catch(() => undefined)
    await drive([tracedStep('a')])
    const { status } = await store.run(id)
    return { broken: status !== 'succeeded', how: `the worker that knows it ended the run as ${status}` }
  },
}

const lostAnswer: Finding = {
  id: 'L5',
  title: 'hooks are told twice when the answer to a commit is lost',
  async provoke(testEnv) {
    const { engine, ref, store, tracedStep } = await prepare(testEnv)
    const announced: string[] = []
    let losses = 1
    const transaction: typeof store.journal.transaction = async (work) => {
      const result = await store.journal.transaction(work)
      if (losses-- > 0) throw Object.assign(new Error('connection terminated'), { code: '57P01' })
      return result
    }
    const onStep = async (_tx: unknown, _run: unknown, name: string) => void announced.push(name)
    const lossy = { ...store, journal: { ...store.journal, transaction } }
    await engine.storeDriver(lossy, [engine.workflow(ref, [tracedStep('a')], { onStep })]).drive('story/key')
    return { broken: announced.length > 1, how: `${announced.length} announcements of one step` }
  },
}

const neverSettles: Finding = {
  id: 'L8',
  title: 'a step that never settles keeps its key for ever',
  async provoke(testEnv): Promise<Outcome> {
    const { engine } = await prepare(testEnv)
    const stuck = await loadIfThere<typeof Stuck>(testEnv, 'platform/durable/stuck-steps')
    if (stuck === undefined) return { broken: true, how: 'the worker only logs it' }
    const ended = Promise.withResolvers<void>()
    const onStuck = stuck.watchStuckSteps({
      log: engine.createLog({ level: 'silent', process: 'review-faults' }),
      hopelessAfterMs: 20,
      onGiveUp: () => ended.resolve(),
    })
    const result = await engine.attemptWork(() => ended.promise, {
      deadlineMs: 5,
      interruptedBy: [],
      graceMs: 5,
      onStuck: (stuckMs) => onStuck({ runId: 'run', step: 'step', stuckMs }),
    })
    return { broken: !result.ok, how: 'the worker is told to end' }
  },
}

export const engineRunFindings: readonly Finding[] = [deadline, insertedStep, unknownKind, lostAnswer, neverSettles]
