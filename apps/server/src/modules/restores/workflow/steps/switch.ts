/** The database is stopped and started with the new volume: a brief stop. From here on the restore cannot be cancelled. */
import { z } from 'zod'
import type { Step } from '../../../../platform/durable/workflow.ts'
import type { RestoreInput } from '../../restore-workflows.ts'
import { onServer, type RestoreTools, restoreStep } from '../restore-context.ts'
import { switchBack, switchVolume } from '../switch-volume.ts'
import type { Validated } from './validate.ts'

const Switched = z.object({})

export function switchData(tools: RestoreTools, { validated }: { validated: Step<RestoreInput, Validated> }) {
  return restoreStep<RestoreInput, z.output<typeof Switched>>({
    name: 'switch',
    output: Switched,
    deadlineMs: 10 * 60_000,
    cancellable: false,
    async run(context) {
      const { plainBytes: _, ...engine } = context.output(validated)
      const { databases } = tools
      await onServer(tools, context, async (place) => {
        // A new service is started by the next deployment.
        if (place.row.target === 'in_place') await switchVolume(context, { ...place, databases, engine })
      })
      return {}
    },
    undo: (context) =>
      onServer(tools, context, async (place) => {
        const { databases } = tools
        const engine = await databases.imageOf(place.runtime, place.live, context.signal)
        await switchBack(context, { ...place, databases, engine })
      }),
  })
}
