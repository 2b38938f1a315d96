import { z } from 'zod'
import { Version } from '../../platform/http/resource-version.schemas.ts'
import { ShortText } from '../../platform/http/text-fields.schemas.ts'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { AttachedDomain } from '../domains/routing/attached-domains.schemas.ts'
import { DriftList } from './environment-drift.schemas.ts'
import { MissingVariables } from './missing-variables.schemas.ts'
import { PendingChange } from './pending-changes.schemas.ts'
import { RehearsalSettings, RehearsalSettingsChange } from './rehearsal-settings.schemas.ts'
import { Service, ServiceList, ServiceName } from './services.schemas.ts'
import { BranchName } from './source-names.schemas.ts'

export const environmentStatuses = ['idle', 'deploying', 'live', 'degraded', 'stopped', 'deleting'] as const
export type EnvironmentStatus = (typeof environmentStatuses)[number]

export const EnvironmentSummary = z
  .object({
    id: idOf('env'),
    name: z.string().meta({ description: 'Display name, unique within the project.', example: 'production' }),
    slug: z.string().meta({
      description: 'Short form of the first name, used in hostnames. Renaming the environment does not change it.',
      example: 'production',
    }),
    branch: z.string().nullable().meta({
      description: 'Git branch that deployments use. Null for projects without a repository.',
      example: 'main',
    }),
    serverId: idOf('srv')
      .nullable()
      .describe('Server for the next deployment. Null until you choose one. Nothing can be deployed until then.'),
    status: z
      .enum(environmentStatuses)
      .describe(
        '`idle`: nothing has been deployed yet. `deploying`: a deployment is in progress. `live`: the last release is running. `degraded`: it is live, but the server differs from what should run there; see `drift`. `stopped`: you stopped it. `deleting`: it is being removed from the server.',
      ),
    preview: z
      .object({
        number: z.int().describe('Number of the pull request at the Git provider.'),
        url: z.string().describe('Page of the pull request at the Git provider.'),
        expiresAt: Time.describe('When Longshore removes the preview if nobody pushes to the pull request until then.'),
      })
      .nullable()
      .meta({ description: 'The pull request this environment shows. Null for ordinary environments.' }),
    createdAt: Time.describe('When the environment was added to the project.'),
    updatedAt: Time.describe('When its settings last changed. Deployments do not count.'),
  })
  .meta({ id: 'EnvironmentSummary', description: 'An environment as lists show it, without its services and domains.' })
export type EnvironmentSummary = z.output<typeof EnvironmentSummary>

export const Environment = z
  .object({
    ...EnvironmentSummary.shape,
    projectId: idOf('prj'),
    autoDeploy: z
      .object({
        enabled: z.boolean().describe('Whether a push to the branch starts a deployment.'),
        watchPaths: z
          .array(z.string())
          .describe('Path patterns a push must touch to start a deployment. An empty list means every push does.'),
        requireChecks: z
          .boolean()
          .describe('Whether Longshore waits until the checks of the commit at the Git provider have passed.'),
      })
      .describe('What happens on a push. Change it with `PATCH /environments/{id}/auto-deploy`.'),
    services: z.array(Service).describe('Everything that runs in the environment: apps, jobs, and databases.'),
    buildServerId: idOf('srv')
      .nullable()
      .meta({ description: 'Server that builds the images. Null means the server the environment runs on.' }),
    generatedHostname: z.boolean().meta({
      description:
        'Whether Longshore gives the environment a generated hostname, so that you can open it before you add a domain.',
    }),
    domains: z
      .array(
        z.object({
          hostname: z
            .string()
            .meta({ description: 'Name that visitors enter in a browser.', example: 'app.example.com' }),
          url: z.string().meta({ description: 'Link to open, with its scheme.', example: 'https://app.example.com' }),
          service: z.string().meta({ description: 'Name of the service that receives the requests.', example: 'web' }),
          origin: z
            .enum(['automatic', 'domain'])
            .describe('`automatic`: Longshore generated the hostname. `domain`: you attached a domain.'),
          domainId: idOf('dom').nullable().describe('The attached domain. Null for a generated hostname.'),
          settings: AttachedDomain.nullable().meta({
            description:
              'How the domain is attached, and whether the proxy already serves it. Null for a generated hostname.',
          }),
        }),
      )
      .meta({ description: 'Hostnames that visitors use to reach the environment once it is deployed.' }),
    liveDeploymentId: idOf('dep')
      .nullable()
      .describe('Deployment that receives the traffic now. Null if nothing is live.'),
    liveServerId: idOf('srv').nullable().meta({
      description:
        'Server that runs the live release. It differs from `serverId` until the next deployment moves everything.',
    }),
    drift: DriftList.meta({
      description:
        'Differences between what should run on the server and what was last seen there. Empty if all is well.',
    }),
    pendingChanges: z.array(PendingChange).meta({
      description: 'Changes you saved that take effect with the next deployment, each with its consequence.',
    }),
    missingVariables: MissingVariables.describe(
      'Variables that need a value, because they are secrets of the environment this one was copied from. Setting or removing a variable of the same name takes it off the list.',
    ),
    rehearsal: RehearsalSettings.describe('How release commands are rehearsed on a copy of the databases.'),
    rehearsalSuggested: z
      .boolean()
      .describe(
        'Whether a rehearsal is possible and off: a service has a release command, and the environment has backups of a database.',
      ),
    deletionRequestedAt: Time.nullable().describe('When someone asked to delete the environment. Null if nobody has.'),
    version: Version,
  })
  .meta({ id: 'Environment', description: 'A running copy of a project: its branch, server, services, and hostnames.' })
export type Environment = z.output<typeof Environment>

export const NewEnvironmentBody = z.strictObject({
  name: ShortText.meta({
    description: 'Display name, unique within the project, 1 to 100 characters. Longshore derives the slug from it.',
    example: 'production',
  }),
  branch: BranchName.optional().meta({
    description: 'Git branch to deploy. Defaults to the branch of the newest analysis.',
  }),
  serverId: idOf('srv')
    .optional()
    .meta({ description: 'Server to run on. You can also choose it later, before the first deployment.' }),
})

export const CreateEnvironmentBody = NewEnvironmentBody.extend({
  projectId: idOf('prj'),
  copyFrom: idOf('env').optional().meta({
    description:
      'Another environment of the same project to copy services and variables from. Secrets are copied without their values; `missingVariables` lists them.',
  }),
  services: ServiceList.optional().meta({
    description:
      'Services of the new environment, instead of the ones that the analysis suggests. Cannot be combined with `copyFrom`.',
  }),
}).meta({ id: 'CreateEnvironmentRequest' })
export type CreateEnvironment = z.output<typeof CreateEnvironmentBody>

export const UpdateEnvironmentBody = z
  .strictObject({
    name: ShortText.optional().meta({
      description: 'New display name. The slug stays the same, so existing hostnames keep working.',
      example: 'production',
    }),
    buildServerId: idOf('srv').nullable().optional().meta({
      description: 'Server that builds the images. Null builds on the server the environment runs on.',
    }),
    generatedHostname: z
      .boolean()
      .optional()
      .describe('Whether the environment has a generated hostname in addition to its domains.'),
    rehearsal: RehearsalSettingsChange.optional().describe(
      'How release commands are rehearsed on a copy of the databases. Takes effect with the next deployment.',
    ),
  })
  .meta({ id: 'UpdateEnvironmentRequest' })
export type UpdateEnvironment = z.output<typeof UpdateEnvironmentBody>

export const BranchBody = z
  .strictObject({ branch: BranchName.describe('Git branch that the next deployment takes its newest commit from.') })
  .meta({ id: 'ChangeBranchRequest' })
export const ServerBody = z
  .strictObject({
    serverId: idOf('srv').describe('Server to run on from now on. It must belong to your organization.'),
  })
  .meta({ id: 'LinkServerRequest' })

export const EnvironmentsQuery = PageQuery.extend({
  projectId: idOf('prj')
    .optional()
    .describe('Returns only environments of this project. Leave it out for all projects you are allowed to see.'),
  serverId: idOf('srv')
    .optional()
    .describe('Only environments that run on this server, or will with their next deployment.'),
  preview: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({
      description:
        '`true` returns only previews of pull requests, `false` only ordinary environments. Leave it out for both.',
      example: 'false',
    }),
})
export type EnvironmentsQuery = z.output<typeof EnvironmentsQuery>

export const EnvironmentParams = z.object({ id: idOf('env') })
export const ServiceParams = z.object({ id: idOf('env'), serviceId: idOf('svc') })

const QueryFlag = z.enum(['true', 'false']).transform((text) => text === 'true')
/** Options for the backups of a deleted environment. */
export const backupsOfDeleted = ['keep', 'delete'] as const
export type BackupsOfDeleted = (typeof backupsOfDeleted)[number]
export const BackupsOfDeleted = z.enum(backupsOfDeleted).optional().meta({
  description:
    'What happens to the backups. `keep` (the default): they stay until you delete them, and `GET /backups` lists them. `delete`: they are deleted too.',
  example: 'keep',
})

export const Permanent = QueryFlag.optional().meta({
  description:
    'Removes it at once instead of moving it to the trash. Only a person who signed in within the last ten minutes can do this; an API token never can.',
  example: 'true',
})

export const DeleteEnvironmentQuery = z.strictObject({
  force: QueryFlag.optional().meta({
    description:
      'Deletes the environment even if its server is unreachable or something is running. The audit log lists what stays behind on the server.',
    example: 'true',
  }),
  backups: BackupsOfDeleted,
  permanent: Permanent,
})

export const ConfigureServicesBody = z
  .strictObject({
    services: ServiceList,
    removeData: z.array(ServiceName).max(100).default([]).meta({
      description:
        'Names of services whose data you agree to delete. Required for each removed service that has a volume.',
    }),
    skipFinalBackup: z.boolean().default(false).meta({
      description:
        'Deletes databases even if they have no backup from the last hour. Without it, such a request is rejected.',
    }),
  })
  .meta({ id: 'ConfigureServicesRequest' })
export type ConfigureServices = z.output<typeof ConfigureServicesBody>

export const ConfiguredServices = z
  .object({
    services: z
      .array(Service)
      .describe('The complete list after the change, with generated IDs and defaults filled in.'),
    pendingChanges: z.array(PendingChange).describe('What the next deployment does because of this change.'),
    version: Version,
  })
  .meta({ id: 'ConfiguredServices' })
export type ConfiguredServices = z.output<typeof ConfiguredServices>
