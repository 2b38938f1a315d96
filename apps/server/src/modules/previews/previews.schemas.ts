/** Shapes of previews. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { ServiceName } from '../environments/services.schemas.ts'
import { VariableBody, VariableKey, variableScopes } from '../environments/variables.schemas.ts'

export const previewStatuses = ['waiting', 'open', 'refused', 'expired', 'closed'] as const
export type PreviewStatus = (typeof previewStatuses)[number]

export const seedStatuses = ['none', 'due', 'succeeded', 'failed'] as const
export type SeedStatus = (typeof seedStatuses)[number]

const argument = z
  .string()
  .max(4_096)
  .refine((text) => !text.includes('\u0000'), 'must not hold a NUL character')
  .meta({ example: 'seed' })

export const SeedCommand = z
  .strictObject({
    service: ServiceName.meta({ description: 'In whose image and with whose variables it runs.' }),
    command: z.array(argument).min(1).max(64).meta({ description: 'A program and its arguments; no shell reads it.' }),
  })
  .meta({ id: 'SeedCommand' })
export type SeedCommand = z.output<typeof SeedCommand>

export const PreviewReason = z.object({ code: z.string(), detail: z.string() }).meta({ id: 'PreviewReason' })
export type PreviewReason = z.output<typeof PreviewReason>

export const PreviewVariable = z
  .object({
    key: z.string(),
    value: z.string().nullable().meta({ description: 'Null for secrets, and for those who may only read.' }),
    secret: z.boolean(),
    scope: z.enum(variableScopes),
    service: z.string().nullable(),
  })
  .meta({ id: 'PreviewVariable' })
export type PreviewVariable = z.output<typeof PreviewVariable>

export const PreviewSettings = z
  .object({
    projectId: idOf('prj'),
    enabled: z.boolean(),
    templateEnvironmentId: idOf('env').nullable(),
    maxOpen: z.int(),
    lifetimeHours: z.int(),
    seedCommand: SeedCommand.nullable(),
    allowedSecrets: z.array(z.string()),
    variables: z.array(PreviewVariable),
    open: z.int().meta({ description: 'How many there are now.' }),
    problem: PreviewReason.nullable().meta({
      description: 'Why the last look at the forge, or a comment there, failed.',
    }),
    lookedAt: Time.nullable().meta({ description: 'When open pull requests were listed last.' }),
    version: z.int(),
  })
  .meta({ id: 'PreviewSettings' })
export type PreviewSettings = z.output<typeof PreviewSettings>

export const UpdatePreviewSettingsBody = z
  .strictObject({
    enabled: z.boolean().optional().meta({ description: 'Switching it off removes all previews.' }),
    templateEnvironmentId: idOf('env')
      .nullable()
      .optional()
      .meta({ description: 'Whose services and variables that are no secrets previews take over.' }),
    maxOpen: z
      .int()
      .min(1)
      .max(50)
      .optional()
      .meta({ description: 'At a time; more are refused, none is pushed out.' }),
    lifetimeHours: z.int().min(1).max(8_760).optional().meta({ description: 'After the last new commit.' }),
    seedCommand: SeedCommand.nullable().optional().meta({ description: 'Once, after the first deployment.' }),
    allowedSecrets: z.array(VariableKey).max(100).optional().meta({
      description:
        'Secrets of the template that previews get too. Whoever can push a branch can read them. Needs `secrets:reveal`.',
    }),
    variables: z
      .array(VariableBody.omit({ sealed: true }).strict())
      .max(200)
      .optional()
      .meta({ description: 'The full list. They win over those of the template.' }),
  })
  .meta({ id: 'UpdatePreviewSettingsRequest' })
export type UpdatePreviewSettings = z.output<typeof UpdatePreviewSettingsBody>

export const Preview = z
  .object({
    id: idOf('pvw'),
    projectId: idOf('prj'),
    number: z.int().meta({ description: 'Of the pull request.' }),
    title: z.string(),
    url: z.string().nullable().meta({ description: 'Of the pull request.' }),
    branch: z.string().nullable(),
    commit: z.string().nullable(),
    status: z.enum(previewStatuses),
    reason: PreviewReason.nullable().meta({ description: 'Why there is none, or none any more.' }),
    environmentId: idOf('env').nullable(),
    address: z.string().nullable(),
    seed: z.object({
      status: z.enum(seedStatuses),
      exitCode: z.int().nullable(),
      logTail: z.string().nullable(),
    }),
    expiresAt: Time.nullable(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Preview' })
export type Preview = z.output<typeof Preview>

export const SeedResult = z.object({ exitCode: z.int().nullable(), logTail: z.string() })
export type SeedResult = z.output<typeof SeedResult>
