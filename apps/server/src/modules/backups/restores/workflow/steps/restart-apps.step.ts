/**
 * Starts the apps and workers of the environment, so that none still has the other data in its memory. It's part of
 * restores, imports, and their undo. An app that doesn't become healthy is a warning: the data stays as it is.
 */
import { z } from 'zod'
import { PermanentError } from '../../../../../platform/durable/permanent-error.ts'
import type { Step, StepContext } from '../../../../../platform/durable/workflow.ts'
import type { Id } from '../../../../../platform/ids/brand.ts'
import { explainRemote, reportDrift, type UnhealthyApp } from '../../../../workloads/worker.ts'
import { onHolder } from '../../holders.remote.ts'
import { restoreFailures, toRestoreError } from '../../restore-failures.problems.ts'
import { updateRestore } from '../../restores.repository.ts'
import type { RestoreError } from '../../restores.schemas.ts'
import { type RestoreTools, restoreStep, slowAttempts, subjectOf } from '../restore.context.ts'

interface Input {
  readonly environmentId: Id<'env'>
  readonly restoreId?: Id<'rst'>
}
type Unstarted = Omit<UnhealthyApp, 'service'> & { readonly service?: string }

const Restarted = z.object({ unhealthy: z.int() })
const code = 'apps_not_healthy'
const maxTextLength = 2_000
const maxTailLength = 8_000

export function restartApps<Subject extends Input>(tools: RestoreTools): Step<Subject, z.output<typeof Restarted>> {
  return restoreStep<Subject, z.output<typeof Restarted>>({
    name: 'restart-apps',
    output: Restarted,
    // Longer than the longest health check that a service can have.
    deadlineMs: 12 * 60 * 60_000,
    attempts: slowAttempts,
    cancellable: false,
    async run(context) {
      const { organizationId, environmentId, restoreId: id } = subjectOf(context)
      const unhealthy = await startAll(tools, context)
      context.record(async (tx) => {
        await updateRestore(tx, organizationId, { id, warning: toWarning(unhealthy) })
        const { hint } = restoreFailures[code]
        const found = unhealthy.map(({ service, detail }) => ({
          ...{ code, detail, hint },
          ...(service === undefined ? {} : { service }),
        }))
        await reportDrift(tx, organizationId, environmentId, found)
      })
      return { unhealthy: unhealthy.length }
    },
  })
}

async function startAll<Subject extends Input>(
  tools: RestoreTools,
  context: StepContext<Subject>,
): Promise<Unstarted[]> {
  try {
    return await onHolder(tools, context, async ({ row, runtime }) =>
      row.target === 'in_place' ? await tools.apps.startHealthy(context, runtime) : [],
    )
  } catch (error) {
    // The data is switched and checked. To take it back because of an app would lose what was written since.
    const explained = explainRemote(error, { isLast: context.attempt >= slowAttempts })
    if (context.signal.aborted || !(explained instanceof PermanentError)) throw error
    return [{ detail: explained.message, logTail: explained.details?.logTail }]
  }
}

export function toWarning(unhealthy: readonly Unstarted[]): RestoreError | null {
  if (unhealthy.length === 0) return null
  const logTail = unhealthy.find((each) => each.logTail !== undefined)?.logTail
  const message = unhealthy.map(({ detail }) => detail).join(' ')
  return toRestoreError({
    ...{ code, message: message.slice(0, maxTextLength), step: 'restart-apps' },
    details: logTail === undefined ? {} : { logTail: logTail.slice(-maxTailLength) },
  })
}
