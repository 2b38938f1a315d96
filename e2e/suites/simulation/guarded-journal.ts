/** The journal as one worker reaches it: every statement and transaction is a call that can be hit by a fault. */
import type { Journal } from '../../../apps/server/src/platform/durable/journal.ts'
import type { SimulatedWorker } from './simulated-worker.ts'
import type { World } from './world.ts'

export function guardedJournal(world: World, worker: SimulatedWorker): Journal {
  const { journal } = world
  const call = <T>(name: string, work: () => Promise<T>) => world.callStore(worker, name, work)
  return {
    claimHead: (key, hints) =>
      call('claimHead', async () => {
        const run = await journal.claimHead(key, hints)
        if (run !== undefined) world.noteClaim(worker, run)
        return run
      }),
    readSteps: (runId) => call('readSteps', () => journal.readSteps(runId)),
    recordStep: (run, record) => call('recordStep', () => journal.recordStep(run, record)),
    whyRefused: (run, step) => call('whyRefused', () => journal.whyRefused(run, step)),
    recordFailedAttempt: (run, failure) => call('recordFailedAttempt', () => journal.recordFailedAttempt(run, failure)),
    waitForRetry: (run, waitMs) => call('waitForRetry', () => journal.waitForRetry(run, waitMs)),
    findDoomed: (filter) => call('findDoomed', () => journal.findDoomed(filter)),
    transaction: (work) => call('transaction', () => journal.transaction(work)),
  }
}
