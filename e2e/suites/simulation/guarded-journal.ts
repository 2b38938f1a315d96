/** The journal from one worker's view: a fault can hit every statement and transaction. */
import type { ClaimedRun, Journal } from '../../../apps/server/src/platform/durable/journal.ts'

export function guardedJournal(
  journal: Journal,
  call: <T>(name: string, work: () => Promise<T>) => Promise<T>,
  onClaim: (run: ClaimedRun) => void,
): Journal {
  return {
    claimHead: (key, hints) =>
      call('claimHead', async () => {
        const run = await journal.claimHead(key, hints)
        if (run !== undefined) onClaim(run)
        return run
      }),
    findUnknownKind: (key, hints) => call('findUnknownKind', () => journal.findUnknownKind(key, hints)),
    readSteps: (runId) => call('readSteps', () => journal.readSteps(runId)),
    recordStep: (run, record) => call('recordStep', () => journal.recordStep(run, record)),
    whyRefused: (run, step) => call('whyRefused', () => journal.whyRefused(run, step)),
    recordFailedAttempt: (run, failure) => call('recordFailedAttempt', () => journal.recordFailedAttempt(run, failure)),
    waitForRetry: (run, waitMs) => call('waitForRetry', () => journal.waitForRetry(run, waitMs)),
    findObsolete: (filter) => call('findDoomed', () => journal.findObsolete(filter)),
    transaction: (work) => call('transaction', () => journal.transaction(work)),
  }
}
