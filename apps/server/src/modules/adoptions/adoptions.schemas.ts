/** Schemas of adoptions: compose projects on a server, the plan for one, and its progress. */
import { z } from 'zod'
import { ShortText } from '../../platform/http/text-fields.schemas.ts'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { Environment, NewEnvironmentBody } from '../environments/environments.schemas.ts'
import { ServiceName } from '../environments/services.schemas.ts'
import { Project } from '../projects/projects.schemas.ts'

export const StackFinding = z
  .object({
    code: z.string().meta({ description: 'Stable machine-readable name of the finding.', example: 'docker_socket' }),
    severity: z
      .enum(['blocks', 'note'])
      .describe(
        '`blocks`: the project or service can’t be adopted as it is. `note`: something is different afterwards.',
      ),
    service: z.string().nullable().describe('Service that the finding is about. Null for the whole project.'),
    cause: z.string().describe('What was found, in a sentence for people.'),
    remedy: z.string().describe('Next step, such as a change to the compose file, in a sentence for people.'),
  })
  .meta({ id: 'StackFinding', description: 'What prevents an adoption, or what is different afterwards.' })
export type StackFinding = z.output<typeof StackFinding>

const StackPort = z.object({
  container: z.int().describe('Port that the program listens on, before Docker maps it to the server.'),
  published: z.int().nullable().describe('Port on the server. Null if the server chose one.'),
  protocol: z
    .string()
    .meta({ description: 'Transport that Docker publishes: `tcp`, `udp`, or `sctp`.', example: 'tcp' }),
})

const StackMount = z.object({
  kind: z.enum(['volume', 'bind']).describe('`volume`: a Docker volume. `bind`: a folder or file of the server.'),
  source: z.string().meta({ description: 'Name of the volume, or path on the server.', example: 'shop_uploads' }),
  path: z.string().meta({ description: 'Path inside the container.', example: '/uploads' }),
  bytes: z.int().nullable().describe('Size of the volume in bytes. Null if Docker doesn’t know it.'),
})

export const ComposeProject = z
  .object({
    name: z.string().meta({
      description:
        'Value of the label `com.docker.compose.project` on the containers. Use it as `name` in the path of a plan or an adoption.',
      example: 'shop',
    }),
    services: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Name of the service in the compose file.', example: 'web' }),
          image: z.string().meta({ description: 'Image of the running container.', example: 'nginx:1.29' }),
          containers: z.int().describe('How many replicas exist, including stopped ones.'),
          isRunning: z.boolean().describe('Whether at least one of its containers runs.'),
          ports: z.array(StackPort).describe('Ports that the service publishes on the server.'),
          mounts: z.array(StackMount).describe('Volumes and folders that the service mounts.'),
        }),
      )
      .describe('Services of the project, at most 50.'),
    isAdoptable: z.boolean().describe('Whether nothing prevents an adoption.'),
    findings: z.array(StackFinding).describe('What prevents an adoption, and what would be different afterwards.'),
  })
  .meta({ id: 'ComposeProject', description: 'A compose project on a server that Longshore didn’t create.' })
export type ComposeProject = z.output<typeof ComposeProject>

export const ComposeProjects = z.object({
  items: z.array(ComposeProject).describe('Compose projects on the server, at most 50.'),
})
export type ComposeProjects = z.output<typeof ComposeProjects>

const CopiedData = z.object({
  service: z.string().describe('Service that owns the volume afterwards.'),
  volume: z.string().describe('Name of the volume in the environment.'),
  source: z.string().describe('Volume or folder that is copied.'),
  bytes: z.int().nullable().describe('Size in bytes. Null if it isn’t known yet.'),
})

export const AdoptionPlan = z
  .object({
    name: z.string().meta({ description: 'Name of the compose project.', example: 'shop' }),
    services: z
      .array(
        z.object({
          name: z
            .string()
            .describe(
              'Hostname in the environment. It’s the name in the compose file, with lowercase letters, digits, and hyphens only.',
            ),
          kind: z.string().meta({
            description: '`web`: it receives HTTP requests on `port`. `worker`: every other service, also a database.',
            example: 'web',
          }),
          image: z.string().describe('Image that it runs: pinned by digest, or by its ID on this server.'),
          port: z.int().nullable().describe('Port that receives HTTP requests. Null for services without one.'),
          volumes: z
            .array(
              z.object({
                name: z
                  .string()
                  .describe(
                    'Derived from the Docker volume without the project’s prefix, or from the last folder of `path`.',
                  ),
                path: z.string().describe('Path inside the container.'),
              }),
            )
            .describe('New volumes that it mounts. `data` lists where their content comes from.'),
          files: z.array(z.string()).describe('Paths of files that Longshore places into the container.'),
          variables: z
            .array(
              z.object({
                key: z
                  .string()
                  .describe('Taken from the environment of the container, or generated for a mounted file.'),
                secret: z.boolean().describe('Whether its value is stored encrypted.'),
              }),
            )
            .describe('Variables of the service. Values are never returned.'),
        }),
      )
      .describe('What the new environment would run. `leftOut` lists the rest of the project.'),
    leftOut: z.array(z.string()).describe('Services of the compose project that aren’t adopted.'),
    data: z.array(CopiedData).describe('Volumes and folders that are copied into new volumes.'),
    isAdoptable: z.boolean().describe('Whether nothing prevents the adoption.'),
    findings: z.array(StackFinding).describe('What prevents the adoption, and what is different afterwards.'),
    downtime: z.string().meta({ description: 'Downtime to expect at the switch, in a sentence for people.' }),
  })
  .meta({ id: 'AdoptionPlan', description: 'What an adoption would create, copy, and change.' })
export type AdoptionPlan = z.output<typeof AdoptionPlan>

export const adoptionStatuses = [
  'preparing', 'ready', 'switching', 'adopted', 'returned', 'stopped', 'undoing', 'undone', 'confirmed', 'failed',
] as const // biome-ignore format: a list
export type AdoptionStatus = (typeof adoptionStatuses)[number]

export const AdoptionError = z
  .object({
    code: z.string().describe('Stable machine-readable reason; `GET /failures` explains it.'),
    title: z.string().describe('Short summary of the failure, for a headline.'),
    detail: z.string().describe('What went wrong, in a sentence for people.'),
    hint: z.string().describe('Next step that usually resolves the problem.'),
  })
  .meta({ id: 'AdoptionError', description: 'Why the last step of an adoption failed, and what to do about it.' })
export type AdoptionError = z.output<typeof AdoptionError>

const CopyEvidence = z.object({
  service: z.string().describe('Service that owns the volume.'),
  volume: z.string().describe('Name of the volume in the environment.'),
  entries: z.int().describe('Number of files and folders.'),
  digest: z
    .string()
    .describe('Hash of all names, permissions, owners, and contents. It’s the same for the old and the new data.'),
})
export const CopyEvidences = z.array(CopyEvidence)
export type CopyEvidence = z.output<typeof CopyEvidence>

export const ComparedResponse = z.object({
  service: z.string().describe('Web service that received the request for `/`.'),
  before: z.string().meta({ description: 'Status and content type of the old service.', example: '200 text/html' }),
  after: z.string().meta({ description: 'Status and content type of the new service.', example: '200 text/html' }),
})
export const ComparedResponses = z.array(ComparedResponse)
export type ComparedResponse = z.output<typeof ComparedResponse>

export const Adoption = z
  .object({
    environmentId: idOf('env'),
    serverId: idOf('srv').describe('Server on which the project runs.'),
    composeProject: z
      .string()
      .meta({ description: 'Adopted project, as Docker Compose names it on the server.', example: 'shop' }),
    status: z
      .enum(adoptionStatuses)
      .describe(
        '`preparing`: Longshore reads all data once, while the old containers run. `ready`: everything is prepared; the old containers run until you switch. `switching`: a deployment stops the old containers, copies and compares the data, and starts the new ones. `adopted`: the environment runs, and the old containers are kept stopped. `returned`: the switch failed, and the old containers run again. `stopped`: the switch failed, and the old containers couldn’t be started again, so nothing runs. `undoing`: the environment stops, then the old containers start. `undone`: the old containers run, and the environment is stopped. `confirmed`: you decided to remove the old containers, and Longshore removes them. `failed`: Longshore couldn’t prepare the adoption; nothing was changed.',
      ),
    deploymentId: idOf('dep')
      .nullable()
      .describe('Deployment that performs the switch. Its steps and log show the progress. Null before the switch.'),
    bytes: z.int().nullable().describe('Bytes of data to copy. Null while Longshore prepares the adoption.'),
    expectedDowntimeSeconds: z
      .int()
      .nullable()
      .describe(
        'Downtime to expect at the switch, estimated from reading all data once. Null while Longshore prepares the adoption.',
      ),
    downtimeMs: z
      .int()
      .nullable()
      .describe(
        'Time from stopping the old containers until the new version, or the old one, responded. Null before that.',
      ),
    copied: CopyEvidences.describe('Data that was copied and compared.'),
    compared: ComparedResponses.describe(
      'Responses of the old and the new services. Empty if they couldn’t be compared.',
    ),
    error: AdoptionError.nullable().describe('Why the last step failed. Null otherwise.'),
    createdBy: idOf('usr')
      .nullable()
      .describe('User who requested the adoption. Null if the user account was deleted.'),
    createdAt: Time.describe('When someone requested the adoption.'),
    updatedAt: Time.describe('When the adoption last changed.'),
    switchedAt: Time.nullable().describe('When the environment went live. Null before the switch.'),
    confirmedAt: Time.nullable().describe('When someone decided to remove the old containers. Null otherwise.'),
  })
  .meta({ id: 'Adoption', description: 'Adoption of a compose project that already runs on a server.' })
export type Adoption = z.output<typeof Adoption>

/** Most environments take nothing over, and pages of all of them ask for it. */
export const AdoptionState = z.object({
  adoption: Adoption.nullable().describe(
    'The adoption of the environment. Null if the environment doesn’t adopt a compose project.',
  ),
})
export type AdoptionState = z.output<typeof AdoptionState>

export const ComposeProjectPath = z.strictObject({
  id: idOf('srv'),
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/)
    .meta({ description: 'Name of the compose project, from the list of the server.', example: 'shop' }),
})
export const PlanQuery = z.strictObject({
  services: z
    .string()
    .max(3_200)
    .regex(/^[a-z0-9-]+(,[a-z0-9-]+){0,49}$/)
    .optional()
    .meta({
      description: 'Names of the services to adopt, separated by commas. The others keep running. Defaults to all.',
      example: 'web,db',
    }),
})
export type PlanQuery = z.output<typeof PlanQuery>
export const ServerPath = z.strictObject({ id: idOf('srv') })
export const AdoptionPath = z.strictObject({ id: idOf('env') })

export const AdoptBody = z
  .strictObject({
    projectName: ShortText.optional().meta({
      description: 'Display name, 1 to 100 characters. Defaults to the name of the compose project.',
      example: 'Shop',
    }),
    environment: NewEnvironmentBody.shape.name.default('production').meta({
      description:
        'Display name of the environment to create, 1 to 100 characters. Longshore derives the slug from it.',
      example: 'production',
    }),
    services: z
      .array(ServiceName)
      .min(1)
      .max(50)
      .optional()
      .describe('Names of the services to adopt, as in the plan. The others keep running. Defaults to all.'),
  })
  .meta({ id: 'AdoptComposeProjectRequest' })
export type AdoptBody = z.output<typeof AdoptBody>

export const ConfirmBody = z
  .strictObject({
    removeVolumes: z
      .boolean()
      .default(false)
      .describe(
        'Also deletes the old named volumes of the project. API tokens can’t do this. Folders of the server always stay.',
      ),
  })
  .meta({ id: 'ConfirmAdoptionRequest' })
export type ConfirmBody = z.output<typeof ConfirmBody>

export const AdoptedProject = z
  .object({
    project: Project.describe('Created without a repository: it deploys the images that the old containers run.'),
    environment: Environment.describe('The new environment. It isn’t deployed before the switch.'),
    adoption: Adoption,
  })
  .meta({ id: 'AdoptedProject', description: 'A new project for a compose project, and the progress of its adoption.' })
export type AdoptedProject = z.output<typeof AdoptedProject>

/** Response of an old service to `/`, read before the switch. */
export interface OldResponse {
  service: string
  status: number
  contentType: string
}
