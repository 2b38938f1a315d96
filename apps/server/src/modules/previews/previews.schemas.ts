/** Schemas of previews. */
import { z } from 'zod'
import { Version } from '../../platform/http/resource-version.schemas.ts'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { ServiceName } from '../environments/services.schemas.ts'
import { Variable, VariableBody, VariableKey } from '../environments/variables.schemas.ts'

export const previewStatuses = ['waiting', 'open', 'refused', 'expired', 'closed'] as const
export type PreviewStatus = (typeof previewStatuses)[number]

export const seedStatuses = ['none', 'due', 'succeeded', 'failed'] as const
export type SeedStatus = (typeof seedStatuses)[number]

const argument = z
  .string()
  .max(4_096)
  .refine((text) => !text.includes('\u0000'), 'must not contain a null character')
  .meta({ description: 'One word of the command line.', example: 'seed' })

export const SeedCommand = z
  .strictObject({
    service: ServiceName.meta({ description: 'Name of the service whose image and variables the command uses.' }),
    command: z
      .array(argument)
      .min(1)
      .max(64)
      .meta({ description: 'Program and its arguments. It runs without a shell.' }),
  })
  .meta({ id: 'SeedCommand', description: 'Command that fills the empty databases of a new preview.' })
export type SeedCommand = z.output<typeof SeedCommand>

export const PreviewReason = z
  .object({
    code: z.string().describe('Stable machine-readable reason, such as `pull_request_closed` or `expired`.'),
    detail: z.string().describe('The same in a sentence for people.'),
  })
  .meta({ id: 'PreviewReason', description: 'Why something about a preview is not as expected.' })
export type PreviewReason = z.output<typeof PreviewReason>

export const PreviewVariable = z
  .object({
    key: Variable.shape.key,
    value: Variable.shape.value,
    secret: z.boolean().describe('Whether the value is encrypted and hidden in responses.'),
    scope: Variable.shape.scope,
    expand: Variable.shape.expand,
    service: Variable.shape.service,
  })
  .meta({ id: 'PreviewVariable', description: 'A variable that only previews get.' })
export type PreviewVariable = z.output<typeof PreviewVariable>

export const PreviewSettings = z
  .object({
    projectId: idOf('prj'),
    enabled: z.boolean().describe('Whether new pull requests get a preview.'),
    templateEnvironmentId: idOf('env')
      .nullable()
      .describe('Environment that previews copy their services and variables from. Null if you chose none.'),
    maxOpen: z.int().describe('Number of previews that can exist at the same time.'),
    lifetimeHours: z.int().describe('Hours after the last commit at which Longshore removes a preview.'),
    seedCommand: SeedCommand.nullable().describe(
      'Command that fills the databases of a new preview. Null if there is none.',
    ),
    allowedSecrets: z.array(z.string()).describe('Keys of secrets that previews get from the template.'),
    variables: z
      .array(PreviewVariable)
      .describe('Variables that only previews get. They override the same variables in the template.'),
    openCount: z.int().meta({ description: 'Number of previews that exist now.' }),
    problem: PreviewReason.nullable().meta({
      description:
        'Why Longshore could not list pull requests or write a comment at the Git provider. Null if all is well.',
    }),
    lastCheckedAt: Time.nullable().meta({
      description: 'When Longshore last listed the open pull requests at the Git provider.',
    }),
    version: Version,
  })
  .meta({ id: 'PreviewSettings', description: 'How a project shows its pull requests.' })
export type PreviewSettings = z.output<typeof PreviewSettings>

export const UpdatePreviewSettingsBody = z
  .strictObject({
    enabled: z
      .boolean()
      .optional()
      .meta({ description: 'Turns previews on or off. Turning them off removes all existing previews.' }),
    templateEnvironmentId: idOf('env').nullable().optional().meta({
      description: 'Environment that previews copy their services and variables from. Secret variables are not copied.',
    }),
    maxOpen: z.int().min(1).max(50).optional().meta({
      description:
        'Number of previews that can exist at the same time, from 1 to 50. Further pull requests get a comment instead.',
    }),
    lifetimeHours: z
      .int()
      .min(1)
      .max(8_760)
      .optional()
      .meta({ description: 'Hours after the last commit at which Longshore removes a preview, up to one year.' }),
    seedCommand: SeedCommand.nullable()
      .optional()
      .meta({ description: 'Command that runs once, after the first deployment of a preview. Null removes it.' }),
    allowedSecrets: z.array(VariableKey).max(100).optional().meta({
      description:
        'Keys of secrets that previews get from the template. Everyone who can push a branch can read them. Requires the permission `secrets:reveal`.',
    }),
    variables: z
      .array(VariableBody.omit({ sealed: true }).strict())
      .max(200)
      .optional()
      .meta({
        description:
          'Complete list of variables that only previews get. They override the same variables in the template.',
      }),
  })
  .meta({ id: 'UpdatePreviewSettingsRequest' })
export type UpdatePreviewSettings = z.output<typeof UpdatePreviewSettingsBody>

export const Preview = z
  .object({
    id: idOf('pvw'),
    projectId: idOf('prj'),
    number: z.int().meta({ description: 'Number of the pull request at the Git provider.' }),
    title: z.string().describe('Title of the pull request.'),
    url: z.string().nullable().meta({ description: 'Page of the pull request at the Git provider.' }),
    branch: z.string().nullable().describe('Git branch that the pull request wants to merge.'),
    commit: z.string().nullable().describe('Full SHA of the newest commit that Longshore has seen.'),
    status: z
      .enum(previewStatuses)
      .describe(
        '`waiting`: Longshore has not decided yet. `open`: its environment exists. `refused`: it gets no environment; see `reason`. `expired`: its lifetime is over, and a new commit brings it back. `closed`: the pull request or the feature was closed.',
      ),
    reason: PreviewReason.nullable().meta({
      description: 'Why the pull request has no environment, or no longer has one. Null if it has one.',
    }),
    environmentId: idOf('env').nullable().describe('Environment that shows the pull request. Null if there is none.'),
    previewUrl: z.string().nullable().describe('URL to open the preview. Null until it is deployed.'),
    seed: z
      .object({
        status: z
          .enum(seedStatuses)
          .describe(
            '`none`: there is no seed command. `due`: it runs after the first deployment. `succeeded`: the databases are filled. `failed`: see `exitCode` and `logTail`.',
          ),
        exitCode: z.int().nullable().describe('Exit status of the command; 0 means success. Null until it has ended.'),
        logTail: z.string().nullable().describe('Last lines that the command printed. Null until it has ended.'),
      })
      .describe('What happened to the command that fills the databases.'),
    expiresAt: Time.nullable().describe(
      'When Longshore removes the preview if nobody pushes until then. Null if there is no environment.',
    ),
    createdAt: Time.describe('When Longshore first saw the pull request.'),
    updatedAt: Time.describe('When something about the preview last changed.'),
  })
  .meta({ id: 'Preview', description: 'What Longshore does for one pull request.' })
export type Preview = z.output<typeof Preview>

export const SeedResult = z.object({ exitCode: z.int().nullable(), logTail: z.string() })
export type SeedResult = z.output<typeof SeedResult>
