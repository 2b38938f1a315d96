/** Schemas of the desired services: the request body, and what is stored. */
import { argumentSchema, containerSchema, filesSchema, resourcesSchema } from '@longshore/analyzer/container'
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { findServiceFaults } from './service-fields.policy.ts'
import { serviceKinds } from './service-kinds.schemas.ts'
import { ImageReference, RepositoryPath } from './source-names.schemas.ts'

export const ServiceName = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'must contain only lowercase letters, digits, and inner hyphens, at most 63 characters',
  )
  .meta({
    description:
      'Name within the environment, in lower-case letters, digits, and hyphens. Other services reach it under this hostname.',
    example: 'web',
  })

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const NoControl = /^[^\u0000-\u001f\u007f]*$/
const Word = z.string().min(1).max(2_000).regex(NoControl, 'must not contain control characters')
const Command = z.union([Word, z.array(argumentSchema).min(1).max(100)]).meta({
  description:
    'Command to run in the container. A string goes to a shell; a list of arguments is executed directly, without a shell.',
  example: 'node server.js',
})

const rootDirectory = RepositoryPath.default('.').describe('Directory with the code, relative to the repository root.')
const installCommand = Word.nullable().default(null).describe('Replaces the detected command that installs packages.')
const buildCommand = Word.nullable().default(null).describe('Replaces the detected command that builds the app.')
const RuntimeVersion = z
  .string()
  .regex(/^\d{1,4}(?:\.\d{1,4}){0,2}$/, 'must be a version such as 22 or 3.12')
  .nullable()
  .optional()
  .meta({
    description:
      'Version of Node.js, Bun, Python, Ruby, or Go in the generated image. If it’s missing or null, the repository decides.',
    example: '22',
  })

const Source = z
  .discriminatedUnion('builder', [
    z.strictObject({
      builder: z.literal('auto').describe('Longshore detects the framework and generates a Dockerfile.'),
      rootDirectory,
      installCommand,
      buildCommand,
      runtimeVersion: RuntimeVersion,
    }),
    z.strictObject({
      builder: z.literal('dockerfile').describe('Longshore builds the Dockerfile in your repository.'),
      dockerfile: RepositoryPath.default('Dockerfile').describe(
        'Path of the Dockerfile relative to the repository root.',
      ),
      context: RepositoryPath.default('.').describe(
        'Directory that the build can read, relative to the repository root.',
      ),
      target: z
        .string()
        .regex(/^[a-z0-9][\w.-]{0,127}$/i)
        .nullable()
        .default(null)
        .describe('Stage of a multi-stage Dockerfile to build. Null builds the last stage.'),
    }),
    z.strictObject({
      builder: z.literal('static').describe('Longshore builds a website and serves the resulting files.'),
      rootDirectory,
      installCommand,
      buildCommand,
      runtimeVersion: RuntimeVersion,
      outputDirectory: RepositoryPath.default('.').describe(
        'Folder that the build writes its files to, from `rootDirectory`.',
      ),
    }),
    z.strictObject({
      builder: z
        .literal('railpack')
        .describe('Experimental. Railpack plans the image, and Longshore builds the plan on your server.'),
      rootDirectory,
      installCommand,
      buildCommand,
    }),
    z.strictObject({
      builder: z.literal('image').describe('Longshore pulls a finished image from a registry.'),
      image: ImageReference,
    }),
  ])
  .meta({ description: 'Where the image comes from. Null for databases and for services that share an image.' })

const HealthCheck = z.strictObject({
  type: z
    .enum(['http', 'command', 'tcp'])
    .describe(
      'How Longshore decides that a container is healthy. `http`: a request to `path` succeeds. `command`: a command in the container exits with 0. `tcp`: the port accepts connections.',
    ),
  path: z
    .string()
    .max(500)
    .regex(/^\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/?]*$/, 'must be a path such as /health')
    .meta({ example: '/health' })
    .nullable()
    .default(null)
    .meta({ description: 'Path to request. Only for type `http`.' }),
  command: Command.nullable()
    .default(null)
    .meta({ description: 'Command that checks the app from inside its container. Only for type `command`.' }),
  intervalSeconds: z.int().min(1).max(300).default(5).describe('Seconds between two checks, from 1 to 300.'),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(120)
    .default(5)
    .describe('Seconds after which a check without a response counts as failed.'),
  retries: z
    .int()
    .min(1)
    .max(100)
    .default(12)
    .describe('Number of intervals after the start period in which a check must succeed before the deployment fails.'),
  startPeriodSeconds: z
    .int()
    .min(0)
    .max(1_800)
    .default(10)
    .describe('Seconds after the start of the container in which failed checks do not count.'),
})

const Volume = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_.-]{0,62}$/, "must be a name, not a path: server directories can't be mounted")
    .meta({
      description: 'Name of the volume, unique within the service. Its data survives deployments.',
      example: 'uploads',
    }),
  path: z
    .string()
    .max(500)
    .regex(NoControl, 'must not contain control characters')
    .regex(/^\/[^:,]+$/, 'must be an absolute path in the container')
    .refine((path) => !path.split('/').includes('..'), 'must be an absolute path in the container')
    .meta({ description: 'Absolute path where the container sees the volume.', example: '/data' }),
  service: ServiceName.nullable().default(null).meta({
    description:
      'Name of the service that the volume belongs to, if this service shares the volume of another one. Backups and restores are those of the owner. Null for an own volume.',
    example: null,
  }),
})

const Alias = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/,
    'must contain only letters, digits, and inner hyphens, underscores, and dots, at most 63 characters',
  )

/** Everything except name and kind, in the stored format. */
export const ServiceConfiguration = z.strictObject({
  source: Source.nullable().default(null),
  engineVersion: z
    .string()
    .regex(/^[0-9][0-9A-Za-z.-]{0,30}$/, 'must be a version such as 17')
    .nullable()
    .default(null)
    .meta({
      description: 'Major version of the database engine. Null uses the newest supported version. Only for databases.',
    }),
  image: ImageReference.nullable().default(null).meta({
    description:
      'Image to run instead of the official one of the same engine, such as `pgvector/pgvector:pg17`. Only for databases.',
  }),
  sharesImageWith: ServiceName.nullable().default(null).meta({
    description:
      'Name of another service whose image this one runs, such as a worker that uses the code of the web app.',
  }),
  command: Command.nullable()
    .default(null)
    .describe(
      'Start command. A string goes to a shell, a list of arguments does not. Null uses the command of the image.',
    ),
  port: z
    .int()
    .min(1)
    .max(65_535)
    .nullable()
    .default(null)
    .describe(
      'Port that the app listens on inside its container. Longshore passes it as the variable `PORT`. A `web` service needs one.',
    ),
  loopbackPort: z.int().min(1_024).max(65_535).nullable().default(null).meta({
    description:
      'Port on 127.0.0.1 of the server, to reach the database through an SSH tunnel; see `tunnel`. It is never open to the network. Null opens none. Only for databases.',
  }),
  healthCheck: HealthCheck.nullable()
    .default(null)
    .describe(
      'How Longshore decides that a new container is ready for traffic. Null requests `/` of web and static services, and expects all others to stay up.',
    ),
  container: containerSchema
    .nullable()
    .default(null)
    .describe(
      'Special settings of the containers, such as a user or a read-only file system. Null leaves all to the image. Not for databases.',
    ),
  files: filesSchema
    .default([])
    .describe('Text files that Longshore places into each container before it starts, at most 50. Not for databases.'),
  resources: resourcesSchema
    .default({ memoryBytes: null, cpus: null, pids: null })
    .describe('Limits for each container of the service.'),
  replicas: z
    .int()
    .min(1)
    .max(50)
    .default(1)
    .describe('Number of identical containers. Always 1 for databases and cron services.'),
  volumes: z.array(Volume).max(20).default([]).describe('Folders whose data outlives the containers. At most 20.'),
  releaseCommand: Command.nullable().default(null).meta({
    description:
      'Command that runs once per deployment before traffic switches, such as a database migration. If it fails, the deployment fails.',
  }),
  schedule: z
    .string()
    .max(100)
    .regex(/^[\d*,/A-Za-z#-]+(?: [\d*,/A-Za-z#-]+){4}$/, 'must be a cron expression with five fields')
    .meta({ example: '0 3 * * *' })
    .nullable()
    .default(null)
    .meta({ description: 'Cron expression with five fields, in UTC. Required for kind `cron`, null for all others.' }),
  drainSeconds: z
    .int()
    .min(0)
    .max(3_600)
    .default(30)
    .describe('Seconds that containers of the previous release get to finish open requests before they are stopped.'),
  stabilitySeconds: z
    .int()
    .min(0)
    .max(600)
    .default(15)
    .describe(
      'Seconds that Longshore watches the new release after the switch. If it crashes in that time, the previous one is brought back.',
    ),
  aliases: z
    .array(Alias)
    .max(20)
    .default([])
    .describe('Additional hostnames under which other services of the environment reach this one.'),
  dependsOn: z
    .array(ServiceName)
    .max(50)
    .default([])
    .describe('Names of services that must be healthy before this one starts.'),
  watchPaths: z
    .array(z.string().min(1).max(1_000).regex(NoControl, 'must not contain control characters'))
    .max(100)
    .default([])
    .meta({
      description:
        'Path patterns. A push that touches none of them does not redeploy the service. An empty list means every push does.',
    }),
})
export type ServiceConfiguration = z.output<typeof ServiceConfiguration>

const Kind = z
  .enum(serviceKinds)
  .describe(
    'What the service does. `web`: receives HTTP requests. `worker`: runs in the background. `cron`: runs on a schedule. `static`: serves files. `postgres`, `mariadb`, `redis`: a database that Longshore manages.',
  )
const Named = z.strictObject({ name: ServiceName, kind: Kind, ...ServiceConfiguration.shape })
export type ServiceInput = z.output<typeof Named>

export const ServiceBody = Named.superRefine((service, context) => {
  for (const { path, message } of findServiceFaults(service))
    context.addIssue({ code: 'custom', path: [path], message, input: service })
}).meta({
  id: 'ServiceRequest',
  example: { name: 'web', kind: 'web', source: { builder: 'image', image: 'nginx:1.29' }, port: 80 },
})

export const ServiceList = z.array(ServiceBody).min(1).max(100).meta({
  description: 'The complete list of services. A service that is not in it is removed with the next deployment.',
})

export const Service = z
  .object({
    id: idOf('svc'),
    name: z
      .string()
      .meta({ description: 'Name within the environment, also its hostname for the other services.', example: 'web' }),
    kind: Kind,
    ...ServiceConfiguration.shape,
    tunnel: z.string().nullable().meta({
      description:
        'SSH command that forwards the database to the same port on your machine. Null without `loopbackPort`.',
      example: 'ssh -N -L 127.0.0.1:15432:127.0.0.1:15432 -p 22 deploy@203.0.113.7',
    }),
    ownedByFile: z.array(z.string()).meta({
      description: 'Names of fields that longshore.yaml or the compose file in the repository sets. Change them there.',
    }),
    createdAt: Time.describe('When the service was added to the environment.'),
    updatedAt: Time.describe('When its settings last changed.'),
  })
  .meta({ id: 'Service', description: 'One app, job, or database of an environment.' })
export type Service = z.output<typeof Service>
