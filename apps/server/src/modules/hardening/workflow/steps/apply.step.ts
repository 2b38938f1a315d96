/** Makes the changes, or restores an earlier state. The guard refuses each command after the window has closed. */
import { applyChanges, planHardening, readEvidence } from '@longshore/remote/hardening'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { requireServer } from '../../../servers/index.ts'
import { updateRun } from '../../hardening-runs.repository.ts'
import {
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
import { optionsOf, Planned, type planStep, toShown } from './plan.step.ts'

export function applyStep(deps: HardeningDeps, plan: ReturnType<typeof planStep>) {
  return hardeningStep<Pick<Planned, 'changes'>>({
    name: 'apply',
    output: Planned.pick({ changes: true }),
    deadlineMs: 1_200_000,
    attempts: slowAttempts,
    async run(context) {
      const { organizationId, serverId, id } = subjectOf(context)
      const row = await loadRun(deps, context)
      if (isIdle(row)) return { changes: [] }
      const { baseline, changes } = context.output(plan)
      const { signal } = context
      const applied = await onServer(deps, context, async (connection) => {
        const guard = guardOf(connection, id, signal)
        const options = {
          guard,
          baseline,
          signal,
          onChange: (change: { stage: string; file: string }) =>
            publishLog(context, { step: 'apply', text: `${change.stage}: ${change.file}` }),
        }
        for (const earlier of row.reverts) {
          await publishLog(context, { step: 'apply', text: `putting back what ${encodeId('hrd', earlier)} changed` })
          await guard.restore(encodeId('hrd', earlier))
        }
        const packages = changes.filter((change) => change.stage === 'packages')
        if (packages.length === 0) {
          await applyChanges(connection, changes, options)
          return changes
        }
        // Package installation can take long and can't lock anyone out, so the confirmation window restarts after it. The
        // plan then includes what the packages added.
        await applyChanges(connection, packages, options)
        await guard.arm(row.confirm_timeout_seconds, 'again')
        const server = await deps.database.tenant(organizationId, (tx) => requireServer(tx, organizationId, serverId))
        const pinnedKeyTypes = server.host_keys.map((key) => key.type)
        const again = planHardening(await readEvidence(connection, signal), { ...optionsOf(row), pinnedKeyTypes })
        const known = new Set(changes.map((change) => change.file))
        const rest = [
          ...changes.filter((change) => change.stage !== 'packages'),
          ...again.changes.filter((change) => change.stage !== 'packages' && !known.has(change.file)),
        ]
        await applyChanges(connection, rest, options)
        return [...packages, ...rest]
      })
      if (row.kind === 'harden') {
        context.record(async (tx) => void (await updateRun(tx, organizationId, { id, changes: applied.map(toShown) })))
      }
      return { changes: applied }
    },
  })
}
