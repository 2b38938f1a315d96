/**
 * Arms the timer and the boot-time guard on the server: from here on it returns to its old state automatically. Its
 * undo ends every failed run: it reverts now if the server is reachable, waits for the timer if not, and records the
 * server's final state.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { GuardState } from '@longshore/remote/hardening'
import { z } from 'zod'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import type { UndoContext } from '../../../../platform/durable/workflow.ts'
import type { HardenSubject } from '../../harden.references.ts'
import { updateRun } from '../../hardening-runs.repository.ts'
import {
  connectDeadlineMs,
  explainHardening,
  guardOf,
  type HardeningDeps,
  hardeningStep,
  isIdle,
  loadRun,
  onServer,
  publishLog,
  slowAttempts,
  subjectOf,
} from '../hardening.context.ts'

const Armed = z.object({ armedUntil: z.string().nullable() })
type Armed = z.output<typeof Armed>
/** Time after the timer for the revert itself, a restart, and a slow network. */
const revertTimeMs = 150_000
const settled: ReadonlySet<GuardState> = new Set(['none', 'discarded', 'confirmed', 'reverted', 'undone'])

export function armStep(deps: HardeningDeps) {
  return hardeningStep<Armed>({
    name: 'arm',
    output: Armed,
    // Also the deadline of the undo, which may have to outlast the longest timer.
    deadlineMs: 900_000 + 2 * revertTimeMs,
    attempts: slowAttempts,
    async run(context) {
      const { organizationId, id } = subjectOf(context)
      const row = await loadRun(deps, context)
      if (isIdle(row)) return { armedUntil: null }
      const seconds = row.confirm_timeout_seconds
      await onServer(deps, context, async (connection) => {
        await guardOf(connection, id, context.signal).arm(seconds)
      })
      const armedUntil = new Date(Date.now() + seconds * 1_000)
      context.record(
        async (tx) =>
          void (await updateRun(tx, organizationId, { id, status: 'armed', armedUntil, guardState: 'armed' })),
      )
      return { armedUntil: armedUntil.toISOString() }
    },
    async undo(context) {
      try {
        await revert(deps, context)
      } catch (error) {
        throw explainHardening(error, { isLast: false })
      }
    },
  })
}

async function revert(deps: HardeningDeps, context: UndoContext<HardenSubject, Armed>): Promise<void> {
  const row = await loadRun(deps, context)
  if (isIdle(row)) return
  await publishLog(context, { step: 'revert', text: 'returning to the previous state' })
  const deadline = Date.now() + row.confirm_timeout_seconds * 1_000 + revertTimeMs
  let state: GuardState | undefined
  while (state === undefined || !settled.has(state)) {
    context.signal.throwIfAborted()
    if (Date.now() > deadline) {
      throw new PermanentError('outcome_unknown', "Longshore can't reach the server to check the changes.", {
        hint: "The server rolls everything back automatically. Check the connection, then the server's hardening runs.",
      })
    }
    state = await revertOnce(deps, context).catch(() => undefined)
    if (state === undefined || !settled.has(state)) await delay(2_000, undefined, { signal: context.signal })
  }
  const { organizationId, id } = subjectOf(context)
  const found = state
  context.record(async (tx) => void (await updateRun(tx, organizationId, { id, guardState: found })))
}

/** Requests the revert, then reads the state over a new login, because what matters is that login works. */
async function revertOnce(deps: HardeningDeps, context: UndoContext<HardenSubject, Armed>): Promise<GuardState> {
  const { organizationId, serverId, id } = subjectOf(context)
  await onServer(deps, context, async (connection) => {
    const guard = guardOf(connection, id, context.signal)
    const state = await guard.state()
    if (state === 'prepared') await guard.discard()
    if (state === 'armed' || state === 'reverting') await guard.revert()
  }).catch(() => undefined)
  await deps.access.drop(serverId)
  const options = { deadlineMs: connectDeadlineMs, signal: context.signal }
  await using fresh = await deps.access.open(organizationId, serverId, options)
  return await guardOf(fresh, id, context.signal).state()
}
