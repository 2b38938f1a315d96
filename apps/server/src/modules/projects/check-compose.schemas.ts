/** Request and response bodies of a check of a compose file before a project exists. */
import { reportSchema } from '@longshore/analyzer/report'
import { z } from 'zod'
import { ComposeProblem } from './compose-file.schemas.ts'
import { ComposeProfiles, ComposeText } from './projects.schemas.ts'

export const CheckComposeBody = z
  .strictObject({
    compose: ComposeText.describe('Content of the compose file, up to 262,144 characters. It is not stored.'),
    composeProfiles: ComposeProfiles.optional(),
  })
  .meta({ id: 'CheckComposeRequest' })

export type CheckCompose = z.output<typeof CheckComposeBody>

export const ComposePlan = z
  .object({
    valid: z.boolean().describe('Whether a project can be created from the file. False if a problem is an `error`.'),
    problems: z.array(ComposeProblem).describe('Problems in the order of their lines.'),
    services: z
      .array(
        z.object({
          name: z.string().meta({
            description: 'Hostname under which the other services would reach it, derived from the compose file.',
            example: 'web',
          }),
          kind: z.string().meta({ description: 'Kind of the service, such as `web` or `postgres`.', example: 'web' }),
          image: z.string().nullable().describe('Image that it would run. Null if Longshore chooses or builds it.'),
          port: z.int().nullable().describe('Port that the app listens on. Null if none is known.'),
          volumes: z
            .array(
              z.object({
                name: z.string().describe('Unique within the service. Backups and restores use this name.'),
                path: z.string().describe('Absolute folder in the container where the program sees the volume.'),
              }),
            )
            .describe('Volumes that would keep its data.'),
          files: z.array(z.string()).describe('Paths of the files that Longshore would place into its containers.'),
        }),
      )
      .describe('Services and databases that the project would have.'),
    missingVariables: z
      .array(
        z.object({
          key: z.string().meta({
            description: 'Environment variable to set, as the compose file spells it.',
            example: 'SECRET_KEY',
          }),
          secret: z.boolean().describe('Whether it looks like a password or token.'),
          services: z.array(z.string()).describe('Names of the services that use it. Empty if all do.'),
          description: z.string().nullable().describe('What the file says about it. Null if it says nothing.'),
        }),
      )
      .describe('Variables that need a value before the first deployment.'),
    composeProfiles: reportSchema.shape.composeProfiles
      .unwrap()
      .describe(
        'Profiles that the file defines. Services with profiles are left out unless the request enables one of these.',
      ),
    domains: reportSchema.shape.domains
      .unwrap()
      .describe(
        'Hostnames that labels or variables for other proxies name. Longshore attaches none of them on its own.',
      ),
  })
  .meta({ id: 'ComposePlan', description: 'What Longshore would make of a compose file. Nothing is stored.' })
export type ComposePlan = z.output<typeof ComposePlan>
