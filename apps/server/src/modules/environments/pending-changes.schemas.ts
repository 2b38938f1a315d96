/** Changes that the next deployment would make, with their reasons. */
import { z } from 'zod'

/** Content of a configuration file in the repository. Stored, so only add fields, with defaults. */
export const FileConfiguration = z.object({
  file: z.string(),
  commit: z.string().nullable(),
  /** RFC 3339 time. */
  readAt: z.string(),
  /** Maps service to field to value. */
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
    kind: z
      .enum(pendingKinds)
      .describe(
        'What differs from the live release. `first_deployment`: nothing is live yet. `service_added`, `service_removed`, `service_changed`: a service. `variable_added`, `variable_changed`, `variable_removed`: a variable. `branch_changed`: another Git branch. `server_changed`: another server.',
      ),
    service: z
      .string()
      .nullable()
      .meta({ description: 'Name of the affected service. Null if the change affects all services.' }),
    field: z.string().nullable().meta({
      description: 'Changed field of the service, or key of the variable. Null if the change has no single field.',
    }),
    before: z.string().nullable().describe('What is live now, as text. Null if there is nothing, and for variables.'),
    after: z
      .string()
      .nullable()
      .describe('What the next deployment sets, as text. Null if there is nothing, and for variables.'),
    effect: z
      .enum(pendingEffects)
      .describe(
        'What the next deployment does because of it. `build`: builds a new image. `start`: starts a new service. `restart`: replaces the containers without downtime. `brief_stop`: stops the service for a moment, because two containers cannot share its volume. `remove`: stops and removes a service. `move`: starts everything on another server.',
      ),
    reason: z.enum(['settings', 'file']).meta({
      description:
        'Where the change comes from. `settings`: someone changed it in Longshore. `file`: longshore.yaml or the compose file in the repository says so.',
    }),
    message: z.string().describe('The change and its consequence in one sentence, for people.'),
  })
  .meta({ id: 'PendingChange', description: 'A saved change that takes effect with the next deployment.' })
export type PendingChange = z.output<typeof PendingChange>
