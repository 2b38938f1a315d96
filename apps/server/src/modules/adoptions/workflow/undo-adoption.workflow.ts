/**
 * Brings the old containers back after a switch, and removes them once someone confirmed it. The environment is stopped
 * before they start, so both never write at the same time; if they can't start, the environment starts again.
 */
import { z } from 'zod'
import { startRun } from '../../../platform/durable/runs.ts'
import { type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { changeEnvironmentState, startEnvironment } from '../../environments/index.ts'
import { remoteStep, stopServing } from '../../workloads/worker.ts'
import { type AdoptionTools, onStackServer } from '../adopt-stack.remote.ts'
import { toAdoptionError } from '../adoptions.problems.ts'
import { type AdoptionSubject, type SettleAdoption, settleAdoption, undoAdoption } from '../adoptions.references.ts'
import { findAdoption, updateAdoption } from '../adoptions.repository.ts'
import { CopyEvidences } from '../adoptions.schemas.ts'
import type { FrozenStack } from '../frozen-stack.schemas.ts'
import { requireUnchanged, startOld, stopOld } from '../old-containers.remote.ts'
import { announce, placeOf } from './adoption.context.ts'

const Empty = z.object({})
type Empty = z.output<typeof Empty>

const startOldName = 'start-old'

/** A server that restarts must not fail the way back. */
const attempts = 12

export function createUndoAdoption(tools: AdoptionTools): Workflow<AdoptionSubject> {
  const check = remoteStep<AdoptionSubject, Empty>({
    name: 'check-old',
    output: Empty,
    deadlineMs: 60_000,
    retriesDeadline: true,
    attempts,
    cancellable: false,
    async run(context) {
      const place = await placeOf(tools, context)
      await onStackServer(tools, place, ({ stacks }) => requireUnchanged(stacks, place.stack, place.signal))
      return {}
    },
  })
  const stop = remoteStep<AdoptionSubject, Empty>({
    name: 'stop-new',
    output: Empty,
    deadlineMs: 10 * 60_000,
    attempts,
    cancellable: false,
    async run(context) {
      const place = await placeOf(tools, context)
      const { organizationId, environmentId, signal } = place
      const { fence } = context
      await onStackServer(tools, place, ({ runtime }) => stopServing(runtime, { environmentId, fence, signal }))
      context.record(async (tx) => {
        const change = { id: environmentId, status: 'stopped', stopped_at: new Date(), drift: [] } as const
        await changeEnvironmentState(tx, organizationId, change)
      })
      return {}
    },
  })
  return workflow(undoAdoption, [check, stop, startOldStep(tools)], {
    async onFinish(tx, run, { status, error }) {
      const { organizationId, input } = run
      const { environmentId } = input
      if (status === 'succeeded') return
      // After a switch that failed, there is no version to return to.
      const row = await findAdoption(tx, organizationId, environmentId)
      if (row === undefined) return
      const wasLive = row.switched_at !== null
      const change = { status: wasLive ? 'adopted' : 'stopped', error: toAdoptionError(error) } as const
      await updateAdoption(tx, organizationId, environmentId, change)
      // One version always runs. Starting an environment that still runs changes nothing. If the old containers couldn't be
      // stopped again, the environment stays stopped, because both versions would work on the same jobs.
      const areOldStopped = error?.notUndone?.includes(startOldName) !== true
      if (wasLive && areOldStopped)
        await startRun(tx, { workflow: startEnvironment, key: environmentId, input: { environmentId }, organizationId })
      await announce(tx, run, 'adoption_undo_failed')
    },
  })
}

function startOldStep(tools: AdoptionTools) {
  return remoteStep<AdoptionSubject, Empty>({
    name: startOldName,
    output: Empty,
    deadlineMs: 10 * 60_000,
    attempts,
    cancellable: false,
    async run(context) {
      const place = await placeOf(tools, context)
      const { organizationId, environmentId, stack, signal } = place
      await onStackServer(tools, place, ({ stacks }) => startOld(stacks, stack, signal))
      context.record(async (tx) => {
        await updateAdoption(tx, organizationId, environmentId, { status: 'undone', error: null })
        await announce(tx, context.run, 'adoption_undone')
      })
      return {}
    },
    async undo(context) {
      const place = await placeOf(tools, context)
      await onStackServer(tools, place, ({ stacks }) => stopOld(stacks, place.stack, place.signal))
    },
  })
}

export function createSettleAdoption(tools: AdoptionTools): Workflow<SettleAdoption> {
  const remove = remoteStep<SettleAdoption, Empty>({
    name: 'remove-old',
    output: Empty,
    deadlineMs: 10 * 60_000,
    retriesDeadline: true,
    attempts,
    cancellable: false,
    async run(context) {
      const place = await placeOf(tools, context)
      const { stack, row, signal } = place
      const copied = CopyEvidences.parse(row.copied)
      const isCopied = ({ service, volume }: FrozenStack['data'][number]) =>
        copied.some((each) => each.service === service && each.volume === volume)
      const sources = new Set(stack.data.filter(isCopied).map(({ source }) => source))
      await onStackServer(tools, place, async ({ stacks }) => {
        for (const { id } of stack.containers) await stacks.remove(id, { signal })
        if (!context.input.removeVolumes) return
        // A volume that was never copied holds the only copy of its data, such as the certificates of the old proxy.
        for (const name of stack.volumes) if (sources.has(name)) await stacks.removeVolume(name, stack.name, { signal })
      })
      return {}
    },
  })
  return workflow(settleAdoption, [remove], {
    // Otherwise, no one would notice that the old containers are still there. Someone can confirm again.
    async onFinish(tx, run, { status, error }) {
      if (status === 'succeeded') return
      const change = { status: 'adopted', isConfirmed: false, error: toAdoptionError(error) } as const
      await updateAdoption(tx, run.organizationId, run.input.environmentId, change)
      await announce(tx, run, 'adoption_confirmation_failed')
    },
  })
}
