/** Shapes of environments. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { ShortText } from '../accounts/accounts.schemas.ts'
import { AttachedDomain } from '../proxy/attached-domains.schemas.ts'
import { DriftList } from './environment-drift.schemas.ts'
import { PendingChange } from './pending-changes.schemas.ts'
import { Service, ServiceList, ServiceName } from './services.schemas.ts'
import { BranchName } from './source-names.schemas.ts'

export const environmentStatuses = ['idle', 'deploying', 'live', 'degraded', 'stopped', 'deleting'] as const
export type EnvironmentStatus = (typeof environmentStatuses)[number]

export const EnvironmentSummary = z
  .object({
    id: idOf('env'),
    name: z.string(),
    slug: z.string(),
    branch: z.string().nullable(),
    serverId: idOf('srv').nullable(),
    status: z.enum(environmentStatuses),
    preview: z
      .object({ number: z.int(), url: z.string(), expiresAt: Time })
      .nullable()
      .meta({ description: 'Of one that shows a pull request: its number and page, and when it goes at the latest.' }),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'EnvironmentSummary' })
export type EnvironmentSummary = z.output<typeof EnvironmentSummary>

export const Environment = z
  .object({
    ...EnvironmentSummary.shape,
    projectId: idOf('prj'),
    autoDeploy: z.object({ enabled: z.boolean(), watchPaths: z.array(z.string()), requireChecks: z.boolean() }),
    services: z.array(Service),
    buildServerId: idOf('srv').nullable().meta({ description: 'Where images are built. Null: on its own server.' }),
    automaticAddress: z.boolean().meta({ description: 'Whether it has an address before any domain.' }),
    domains: z
      .array(
        z.object({
          hostname: z.string(),
          url: z.string(),
          service: z.string(),
          origin: z.enum(['automatic', 'domain']),
          domainId: idOf('dom').nullable(),
          settings: AttachedDomain.nullable().meta({
            description: 'Of a domain: how it was attached, and whether the proxy of the server has it.',
          }),
        }),
      )
      .meta({ description: 'Where it answers, from the first deployment on.' }),
    liveDeploymentId: idOf('dep').nullable(),
    liveServerId: idOf('srv')
      .nullable()
      .meta({ description: 'Where the live release is; `serverId` is where the next one goes.' }),
    drift: DriftList.meta({ description: 'What differs on the server from what should be there, as last seen.' }),
    pendingChanges: z
      .array(PendingChange)
      .meta({ description: 'What the next deployment will do that the live one did not, and why.' }),
    deletionRequestedAt: Time.nullable(),
    version: z.int(),
  })
  .meta({ id: 'Environment' })
export type Environment = z.output<typeof Environment>

export const NewEnvironmentBody = z.strictObject({
  name: ShortText.meta({ example: 'production' }),
  branch: BranchName.optional().meta({ description: 'Default: the branch that was analysed.' }),
  serverId: idOf('srv').optional().meta({ description: 'Where it will run; may be chosen later.' }),
})

export const CreateEnvironmentBody = NewEnvironmentBody.extend({
  projectId: idOf('prj'),
  copyFrom: idOf('env').optional().meta({
    description: 'An environment of the same project, whose services and variables that are no secrets are taken over.',
  }),
}).meta({ id: 'CreateEnvironmentRequest' })
export type CreateEnvironment = z.output<typeof CreateEnvironmentBody>

export const UpdateEnvironmentBody = z
  .strictObject({
    name: ShortText.optional().meta({
      description: 'The slug, and with it the address, stays.',
      example: 'production',
    }),
    buildServerId: idOf('srv').nullable().optional().meta({ description: 'Null: on its own server.' }),
    automaticAddress: z.boolean().optional(),
  })
  .meta({ id: 'UpdateEnvironmentRequest' })
export type UpdateEnvironment = z.output<typeof UpdateEnvironmentBody>

export const BranchBody = z.strictObject({ branch: BranchName }).meta({ id: 'ChangeBranchRequest' })
export const ServerBody = z.strictObject({ serverId: idOf('srv') }).meta({ id: 'LinkServerRequest' })

export const EnvironmentsQuery = PageQuery.extend({
  projectId: idOf('prj').optional(),
  serverId: idOf('srv').optional(),
  preview: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({ description: 'Only those that show pull requests, or only the others.', example: 'false' }),
})
export type EnvironmentsQuery = z.output<typeof EnvironmentsQuery>

export const EnvironmentParams = z.object({ id: idOf('env') })

const QueryFlag = z.enum(['true', 'false']).transform((text) => text === 'true')
/** What becomes of the backups of a deleted environment. */
export const backupsOfDeleted = ['keep', 'delete'] as const
export type BackupsOfDeleted = (typeof backupsOfDeleted)[number]
export const BackupsOfDeleted = z.enum(backupsOfDeleted).optional().meta({
  description:
    '`keep` (the default): backups stay until you delete them; GET /backups lists them. `delete`: they are deleted too.',
  example: 'keep',
})

export const DeleteEnvironmentQuery = z.strictObject({
  force: QueryFlag.optional().meta({
    description: 'Also when its server is gone for good, or something runs; what was left on the server is told.',
    example: 'true',
  }),
  backups: BackupsOfDeleted,
})

export const ConfigureServicesBody = z
  .strictObject({
    services: ServiceList,
    removeData: z
      .array(ServiceName)
      .max(100)
      .default([])
      .meta({ description: 'Services with data that may go, volumes included, by name.' }),
    withoutFinalBackup: z
      .boolean()
      .default(false)
      .meta({ description: 'Databases go although there is no backup of the last hour that could be kept.' }),
  })
  .meta({ id: 'ConfigureServicesRequest' })
export type ConfigureServices = z.output<typeof ConfigureServicesBody>

export const ConfiguredServices = z
  .object({ services: z.array(Service), pendingChanges: z.array(PendingChange), version: z.int() })
  .meta({ id: 'ConfiguredServices' })
export type ConfiguredServices = z.output<typeof ConfiguredServices>
