/** Copies everything that hardening can change to the server's own disk, with hashes, modes and owners. */
import { snapshotItems } from '@longshore/remote/hardening'
import { z } from 'zod'
import {
  guardOf,
  type HardeningDeps,
  hardeningStep,
  isIdle,
  loadRun,
  onServer,
  slowAttempts,
  subjectOf,
} from '../hardening.context.ts'
import type { planStep } from './plan.step.ts'

export function snapshotStep(deps: HardeningDeps, plan: ReturnType<typeof planStep>) {
  return hardeningStep<Record<string, never>>({
    name: 'snapshot',
    output: z.object({}),
    deadlineMs: 180_000,
    attempts: slowAttempts,
    async run(context) {
      const row = await loadRun(deps, context)
      if (isIdle(row)) return {}
      const { baseline } = context.output(plan)
      const files = row.changes.map(({ file, checks }) => ({ file, stage: stageOf(file, checks) }))
      await onServer(deps, context, async (connection) => {
        const guard = guardOf(connection, subjectOf(context).id, context.signal)
        await guard.install()
        await guard.snapshot(snapshotItems(baseline, files))
      })
      return {}
    },
  })
}

/** Only modes differ from plan to plan; all the files are in the snapshot anyway. */
function stageOf(file: string, checks: readonly string[]): 'modes' | 'ssh' {
  return file.startsWith('/') && checks.some((check) => /_modes?$/.test(check)) ? 'modes' : 'ssh'
}
