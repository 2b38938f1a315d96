/**
 * Runs the seed command once after the first deployment. It is started once: a worker that takes over adopts it, and a
 * failed or lost one isn't run again.
 */
import { z } from 'zod'
import type { Tx } from '../../../../platform/database/database.ts'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { type Step, type StepContext, step } from '../../../../platform/durable/workflow.ts'
import { findEnvironment } from '../../../environments/index.ts'
import { maxProgramTakeovers } from '../../../workloads/worker.ts'
import { updatePreview } from '../../previews.repository.ts'
import type { SeedResult } from '../../previews.schemas.ts'
import { loadPreview, type PreviewWork, type SyncInput, subjectOf } from '../preview-work.context.ts'

const Seeded = z.object({ wasRun: z.boolean() })
const seedLimitMs = 15 * 60_000

export function seed(work: PreviewWork): Step<SyncInput, z.output<typeof Seeded>> {
  return step<SyncInput, z.output<typeof Seeded>>({
    name: 'seed',
    output: Seeded,
    // The command ends at its own limit; this deadline only frees a stuck worker.
    deadlineMs: 3 * seedLimitMs,
    maxTakeovers: maxProgramTakeovers,
    async run(context) {
      const end = await runSeed(work, context)
      if (end === null) return { wasRun: false }
      const { organizationId, id } = subjectOf(context)
      const status = end.exitCode === 0 ? 'succeeded' : 'failed'
      context.record((tx: Tx) => updatePreview(tx, organizationId, { id, seed_status: status, seed_result: end }))
      return { wasRun: true }
    },
    undo: (context) => work.runInRelease.end(context),
  })
}

/** Returns null if it can't run yet, or no longer. */
async function runSeed(work: PreviewWork, context: StepContext<SyncInput>): Promise<SeedResult | null> {
  const { organizationId } = subjectOf(context)
  const loaded = await loadPreview(work, subjectOf(context))
  if (loaded === null) return null
  const { preview, settings } = loaded
  const { environment_id: environmentId } = preview
  if (preview.seed_status !== 'due' || settings.seed === null || environmentId === null) return null
  const environment = await work.database.tenant(organizationId, (tx) =>
    findEnvironment(tx, organizationId, environmentId),
  )
  if (environment?.live_deployment_id == null || environment.deletion_requested_at !== null) return null
  const { service, command } = settings.seed
  try {
    const end = await work.runInRelease.run(context, {
      organizationId,
      environmentId,
      service,
      command,
      limitMs: seedLimitMs,
    })
    if (end !== null) return end
    return { exitCode: null, logTail: `This version has no service ${service} to run the command in.` }
  } catch (error) {
    if (!(error instanceof PermanentError)) throw error
    return { exitCode: error.details?.exitCode ?? null, logTail: error.message }
  }
}
