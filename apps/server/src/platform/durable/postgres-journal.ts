/**
 * The journal in PostgreSQL.
 *
 * Decision: docs/decisions/0003-postgresql-stores-all-state.md
 */
import { sql } from 'kysely'
import type { Database, Tx } from '../database/database.ts'
import { lockHolds, markFinished, passOn } from './finish-rows.ts'
import type { Journal, JournalTransaction } from './journal.ts'
import * as rows from './journal-rows.ts'
import { lockResources, requestLock } from './locks.ts'
import { findObsolete } from './obsolete-runs.ts'
import { cancelHeldRuns } from './runs.ts'
import { releaseSlots, requestSlot } from './slots.ts'

export function postgresJournal({ system, systemDb }: Pick<Database, 'system' | 'systemDb'>): Journal {
  return {
    claimHead: (key, hints) => rows.claimHead(systemDb, key, hints),
    findUnknownKind: (key, hints) => rows.findUnknownKind(systemDb, key, hints),
    readSteps: (runId) => rows.readJournal(systemDb, runId),
    recordStep: (run, record) => rows.recordStep(systemDb, run, record),
    whyRefused: (run, step) => rows.whyRefused(systemDb, run, step),
    recordFailedAttempt: (run, failure) => rows.recordFailedAttempt(systemDb, run, failure),
    waitForRetry: (run, waitMs) => rows.waitForRetry(systemDb, run, waitMs),
    findObsolete: (filter) => findObsolete(systemDb, filter),
    transaction: (work) => system((tx) => work(journalTransaction(tx))),
  }
}

function journalTransaction(tx: Tx): JournalTransaction {
  return {
    tx,
    lockResources: (resources) => lockResources(tx, resources),
    lockHolds: (runId) => lockHolds(tx, runId),
    async lockRun(runId) {
      await sql`select from workflow_runs where id = ${runId} for update`.execute(tx)
    },
    cancelHeldRuns: (holder) => cancelHeldRuns(tx, holder),
    isMine: (run, phase) => rows.isMine(tx, run, phase),
    whyRefused: (run, step) => rows.whyRefused(tx, run, step),
    findObsolete: (filter) => findObsolete(tx, filter),
    requestLock: (request, run) => requestLock(tx, request, { runId: run.id, organizationId: run.organizationId }),
    requestSlot: (request, run) => requestSlot(tx, request, { runId: run.id, organizationId: run.organizationId }),
    releaseSlots: (runId) => releaseSlots(tx, runId),
    markStarted: (runId) => rows.markStarted(tx, runId),
    readEntry: (runId) => rows.readEntry(tx, runId),
    markEntered: (runId, step, left) => rows.markEntered(tx, runId, step, left),
    park: (runId, waitingFor, status) => rows.park(tx, runId, waitingFor, status),
    recordStep: (run, record) => rows.recordStep(tx, run, record),
    recordUndo: (run, undo) => rows.recordUndo(tx, run, undo),
    readEnd: (runId) => rows.readEnd(tx, runId),
    markFinished: (runId, end) => markFinished(tx, runId, end),
    passOn: (run) => passOn(tx, run),
  }
}
