/** Differences between a server and its desired state. Stored, so only add fields, with defaults. */
import { z } from 'zod'

export const Drift = z
  .object({
    code: z.string().meta({
      description:
        'Machine-readable kind of difference, such as `container_gone`, `container_extra`, `container_stopped`, `traffic_elsewhere`, `allowance_withdrawn`, `apps_not_healthy`, or `server_unreachable`.',
      example: 'container_stopped',
    }),
    detail: z.string().describe('What Longshore found on the server, in a sentence for people.'),
    hint: z.string().describe('What you can do to bring the server back in line.'),
    service: z
      .string()
      .optional()
      .describe('Name of the affected service. Missing if the whole environment is affected.'),
    since: z.string().describe('When Longshore first saw this difference (RFC 3339, UTC).'),
  })
  .meta({
    id: 'Drift',
    description: 'One difference between what should run on the server and what was last seen there.',
  })
export type Drift = z.output<typeof Drift>

export const DriftList = z.array(Drift).max(200)
