/** What the next deployment would do that the live one did not, and why. */
import { z } from 'zod'

/** What a configuration file in the repository said when it was read. Stored: only add fields, with defaults. */
export const FileConfiguration = z.object({
  file: z.string(),
  commit: z.string().nullable(),
  /** RFC 3339. */
  readAt: z.string(),
  /** Service → field → value. */
  services: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type FileConfiguration = z.output<typeof FileConfiguration>

export const pendingKinds = [
  'first_deployment', 'service_added', 'service_removed', 'service_changed', 'variable_added', 'variable_changed',
  'variable_removed', 'branch_changed', 'server_changed',
] as const // biome-ignore format: a list

export const pendingEffects = ['build', 'start', 'restart', 'brief_stop', 'remove', 'move'] as const

export const PendingChange = z
  .object({
    kind: z.enum(pendingKinds),
    service: z.string().nullable().meta({ description: 'Null: it concerns all services.' }),
    field: z.string().nullable().meta({ description: 'Field of the service, or key of the variable.' }),
    before: z.string().nullable(),
    after: z.string().nullable(),
    effect: z.enum(pendingEffects).meta({ description: 'What the next deployment does because of it.' }),
    reason: z
      .enum(['settings', 'file'])
      .meta({ description: '`file`: longshore.yaml or the compose file in the repository says so.' }),
    message: z.string(),
  })
  .meta({ id: 'PendingChange' })
export type PendingChange = z.output<typeof PendingChange>
