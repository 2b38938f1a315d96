/** Reads the server and records what would be changed. It changes nothing, so it can be repeated. */
import {
  Baseline,
  baselineOf,
  Change,
  isFixable,
  orderOf,
  planHardening,
  readEvidence,
  readPublishedPorts,
  unifiedDiff,
} from '@longshore/remote/hardening'
import { z } from 'zod'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { requireServer } from '../../../servers/index.ts'
import type { HardeningChange } from '../../harden.schemas.ts'
import { findRun, type HardeningRunRow, updateRun } from '../../hardening-runs.repository.ts'
import { type HardeningDeps, hardeningStep, loadRun, onServer, slowAttempts, subjectOf } from '../hardening.context.ts'

/** Below the journal's limit on step outputs. */
const maxPlanBytes = 200 << 10

export const Planned = z.object({ baseline: Baseline, changes: z.array(Change) })
export type Planned = z.output<typeof Planned>

export function planStep(deps: HardeningDeps) {
  return hardeningStep<Planned>({
    name: 'plan',
    output: Planned,
    deadlineMs: 300_000,
    attempts: slowAttempts,
    async run(context) {
      const { organizationId, serverId, id } = subjectOf(context)
      const row = await loadRun(deps, context)
      const server = await deps.database.tenant(organizationId, (tx) => requireServer(tx, organizationId, serverId))
      const pinnedKeyTypes = server.host_keys.map((key) => key.type)
      const { evidence, ports } = await onServer(deps, context, async (connection) => ({
        evidence: await readEvidence(connection, context.signal),
        ports: await readPublishedPorts(connection, context.signal),
      }))
      const baseline = baselineOf(evidence, ports)
      if (row.kind === 'revert') {
        const shown = await changesToRevert(deps, row, context)
        context.record(async (tx) => void (await updateRun(tx, organizationId, { id, changes: shown })))
        return { baseline, changes: [] }
      }
      const plan = planHardening(evidence, { ...optionsOf(row), pinnedKeyTypes })
      if (JSON.stringify(plan.changes).length > maxPlanBytes) {
        throw new PermanentError('plan_too_large', 'The files to change are larger than hardening handles.', {
          hint: 'Choose fewer checks at a time.',
        })
      }
      const changes = plan.changes.map(toShown)
      context.record(async (tx) => void (await updateRun(tx, organizationId, { id, changes, skipped: plan.skipped })))
      return { baseline, changes: [...plan.changes] }
    },
  })
}

export function optionsOf(row: HardeningRunRow) {
  const unknown = [...(row.checks ?? []), ...(row.options.include ?? [])].filter((id) => !isFixable(id))
  if (unknown.length > 0) {
    throw new PermanentError('check_not_fixable', `Hardening can't fix: ${unknown.slice(0, 10).join(', ')}.`, {
      hint: 'Choose checks that hardening can fix.',
    })
  }
  return {
    ...(row.checks === null ? {} : { checks: row.checks }),
    include: row.options.include ?? [],
    allowPorts: row.options.allowPorts ?? [],
  }
}

export function toShown(change: Change): HardeningChange {
  return {
    check: change.checks[0],
    checks: change.checks,
    file: change.file,
    before: change.before,
    after: change.after,
    diff: unifiedDiff(change.before, change.after, change.file),
    order: orderOf(change),
    risk: change.risk,
  }
}

/** The revert plan: the runs' changes inverted, newest first. */
async function changesToRevert(
  { database }: HardeningDeps,
  row: HardeningRunRow,
  context: Parameters<typeof subjectOf>[0],
): Promise<HardeningChange[]> {
  const { organizationId } = subjectOf(context)
  const shown: HardeningChange[] = []
  for (const id of row.reverts) {
    const run = await database.tenant(organizationId, (tx) => findRun(tx, organizationId, { id }))
    for (const change of run?.changes.toReversed() ?? []) {
      if (change.file === 'packages') continue
      const { before, after } = { before: change.after, after: change.before }
      const risk = 'The server is as exposed as before.'
      shown.push({ ...change, before, after, diff: unifiedDiff(before, after, change.file), risk })
    }
  }
  return shown.map((change, index) => ({ ...change, order: index + 1 }))
}
