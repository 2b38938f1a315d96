/**
 * Stops all apps and the service, and starts the service with the new volume: a short interruption. From here on the
 * restore can't be canceled.
 */
import { z } from 'zod'
import type { Step } from '../../../../../platform/durable/workflow.ts'
import { onHolder } from '../../holders.remote.ts'
import type { RestoreInput } from '../../restores.references.ts'
import { switchBack, switchVolume } from '../../switch-volume.remote.ts'
import { type RestoreTools, restoreStep } from '../restore.context.ts'
import type { Validated } from './validate.step.ts'

const Switched = z.object({})

export function switchData(tools: RestoreTools, { validated }: { validated: Step<RestoreInput, Validated> }) {
  return restoreStep<RestoreInput, z.output<typeof Switched>>({
    name: 'switch',
    output: Switched,
    deadlineMs: 10 * 60_000,
    cancellable: false,
    async run(context) {
      const { plainBytes: _, ...engine } = context.output(validated)
      await onHolder(tools, context, async (place) => {
        // The next deployment starts a new service.
        if (place.row.target === 'in_place') await switchVolume(context, { ...place, engine, apps: tools.apps })
      })
      return {}
    },
    undo: (context) =>
      onHolder(tools, context, async (place) => {
        const engine = await place.holder.imageOf(place.runtime, context.signal)
        await switchBack(context, { ...place, engine, apps: tools.apps })
        // Sweeps report what doesn't start.
        if (place.row.target === 'in_place') await tools.apps.start(context, place.runtime)
      }),
  })
}
