/** Schemas of the organization's resources that a project uses. */
import { z } from 'zod'

export const resourceKinds = ['server', 'git_provider', 'domain', 'backup_destination', 'connector'] as const
export type ResourceKind = (typeof resourceKinds)[number]

export const ProjectResources = z
  .object({
    items: z
      .array(
        z.object({
          kind: z
            .enum(resourceKinds)
            .describe(
              '`server`: runs or builds an environment. `git_provider`: reads the repository. `domain`: is attached to an environment. `backup_destination`: stores backups. `connector`: sends notifications.',
            ),
          id: z.string().meta({
            description: 'ID of the resource. Its prefix fits `kind`.',
            example: 'srv_01jz4xq8f2e5vs2x6m0f3k9p7d',
          }),
          name: z.string().meta({
            description:
              'Name to show: the hostname of a domain, the account of a Git provider, otherwise the display name.',
          }),
        }),
      )
      .describe('Every resource once, sorted by kind and name.'),
  })
  .meta({ id: 'ProjectResources', description: 'Resources of the organization that a project uses.' })
export type ProjectResources = z.output<typeof ProjectResources>
