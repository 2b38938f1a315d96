/** What a project uses of its organization. */
import { z } from 'zod'

export const resourceKinds = ['server', 'git_provider', 'domain', 'backup_destination', 'connector'] as const
export type ResourceKind = (typeof resourceKinds)[number]

export const ProjectResources = z
  .object({
    items: z.array(
      z.object({
        kind: z.enum(resourceKinds),
        id: z.string().meta({ example: 'srv_01jz4xq8f2e5vs2x6m0f3k9p7d' }),
        name: z.string().meta({ description: 'Of a domain its hostname, of a Git provider its account.' }),
      }),
    ),
  })
  .meta({ id: 'ProjectResources' })
export type ProjectResources = z.output<typeof ProjectResources>
