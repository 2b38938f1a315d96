/** Checks all preconditions before the server is touched. */
import { Guard, HardeningError, preflight, readEvidence } from '@longshore/remote/hardening'
import { z } from 'zod'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { requireServer } from '../../../servers/index.ts'
import { type HardeningDeps, hardeningStep, loadRun, onServer, slowAttempts, subjectOf } from '../hardening.context.ts'
import type { planStep } from './plan.step.ts'

export function preflightStep(deps: HardeningDeps, plan: ReturnType<typeof planStep>) {
  return hardeningStep<Record<string, never>>({
    name: 'preflight',
    output: z.object({}),
    deadlineMs: 300_000,
    attempts: slowAttempts,
    async run(context) {
      const { organizationId, serverId } = subjectOf(context)
      const row = await loadRun(deps, context)
      const { changes } = context.output(plan)
      if (row.kind === 'harden' && changes.length === 0) return {}
      const server = await deps.database.tenant(organizationId, (tx) => requireServer(tx, organizationId, serverId))
      await onServer(deps, context, async (connection) => {
        const evidence = await readEvidence(connection, context.signal)
        await preflight(connection, evidence, {
          plan: { changes, skipped: [] },
          publicKey: server.public_key,
          force: row.options.force === true,
          signal: context.signal,
        })
        for (const id of row.options.force === true ? [] : row.reverts) {
          const guard = new Guard(connection, { id: encodeId('hrd', id), signal: context.signal })
          const files = await guard.changedSince()
          if (files.length > 0) throw changedSince(files)
        }
      })
      return {}
    },
  })
}

function changedSince(files: readonly string[]): HardeningError {
  const names = files.slice(0, 10).join(', ')
  return new HardeningError(
    'files_changed_since',
    `These files were changed since the server was hardened: ${names}.`,
    {
      hint: 'Save any changes you need, then repeat with options.force. The files return to their state before hardening.',
    },
  )
}
