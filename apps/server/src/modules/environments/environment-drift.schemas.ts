/** Differences between a server and what should be there. Stored: only add fields, with defaults. */
import { z } from 'zod'

export const Drift = z
  .object({
    code: z.string().meta({
      description: 'Such as container_gone, container_extra, container_stopped, traffic_elsewhere, server_unreachable.',
    }),
    detail: z.string(),
    hint: z.string(),
    service: z.string().optional(),
    since: z.string(),
  })
  .meta({ id: 'Drift' })
export type Drift = z.output<typeof Drift>

export const DriftList = z.array(Drift).max(200)
