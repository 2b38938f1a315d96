/**
 * Prepares a switch while the old containers run: keeps their images on the server, and reads all data once. That proves
 * that the data can be read and has room for its copy, and shows how long the switch will take. Nothing is stopped, and
 * nothing is started next to the old containers: a second worker would take jobs twice.
 */
import { z } from 'zod'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { adoptedTagOf, remoteStep } from '../../workloads/worker.ts'
import { type AdoptionTools, onStackServer } from '../adopt-stack.remote.ts'
import { toAdoptionError } from '../adoptions.problems.ts'
import { type AdoptionSubject, prepareAdoption } from '../adoptions.references.ts'
import { updateAdoption } from '../adoptions.repository.ts'
import { measureData } from '../copy-stack-data.remote.ts'
import { requireUnchanged } from '../old-containers.remote.ts'
import { announce, placeOf } from './adoption.context.ts'

export interface PrepareOptions extends AdoptionTools {
  readonly diskReserveBytes: number
  readonly clock: { now(): number }
}

const Kept = z.object({ images: z.int() })
const Measured = z.object({ bytes: z.int(), durationMs: z.int() })

/** The copy is written and read back, and both take about as long as reading. */
const passes = 3
/** Stopping the old containers, starting the new ones, and their health checks. */
const startSeconds = 20

export function createPrepareAdoption(options: PrepareOptions): Workflow<AdoptionSubject> {
  const keep = remoteStep<AdoptionSubject, z.output<typeof Kept>>({
    name: 'keep-images',
    output: Kept,
    deadlineMs: 120_000,
    retriesDeadline: true,
    async run(context) {
      const place = await placeOf(options, context)
      const { environmentId, stack, signal } = place
      await onStackServer(options, place, async ({ runtime, stacks }) => {
        await requireUnchanged(stacks, stack, signal)
        for (const id of stack.images) await runtime.tagImage(id, adoptedTagOf(environmentId, id), { signal })
      })
      return { images: stack.images.length }
    },
    async undo(context) {
      const place = await placeOf(options, context)
      const { environmentId, stack, signal } = place
      await onStackServer(options, place, async ({ runtime }) => {
        for (const id of stack.images) await runtime.removeImage(adoptedTagOf(environmentId, id), { signal })
      })
    },
  })
  const measure = remoteStep<AdoptionSubject, z.output<typeof Measured>>({
    name: 'read-data',
    output: Measured,
    deadlineMs: 12 * 3_600_000,
    async run(context) {
      const measured = await measureAll(options, await placeOf(options, context))
      const { bytes, durationMs } = measured
      const expectedDowntimeSeconds = startSeconds + Math.ceil((passes * durationMs) / 1_000)
      context.record(async (tx) => {
        const { organizationId, input } = context.run
        const change = { status: 'ready', bytes, expectedDowntimeSeconds, error: null } as const
        await updateAdoption(tx, organizationId, input.environmentId, change)
        await announce(tx, context.run, 'adoption_ready')
      })
      return measured
    },
  })
  return workflow(prepareAdoption, [keep, measure], {
    async onFinish(tx, run, { status, error }) {
      if (status === 'succeeded') return
      const change = { status: 'failed', error: toAdoptionError(error) } as const
      await updateAdoption(tx, run.organizationId, run.input.environmentId, change)
      await announce(tx, run, 'adoption_failed')
    },
  })
}

async function measureAll(
  options: PrepareOptions,
  place: Awaited<ReturnType<typeof placeOf>>,
): Promise<z.output<typeof Measured>> {
  const { stack, signal } = place
  return await onStackServer(options, place, async ({ runtime, stacks }) => {
    const startedMs = options.clock.now()
    let bytes = 0
    for (const data of stack.data) bytes += await measureData({ stacks, signal }, data)
    const { diskFreeBytes } = await runtime.facts({ signal })
    if (diskFreeBytes < bytes + options.diskReserveBytes)
      throw new PermanentError('disk_full', `The copy needs ${bytes} bytes, and the disk has ${diskFreeBytes} free.`)
    return { bytes, durationMs: Math.round(options.clock.now() - startedMs) }
  })
}
