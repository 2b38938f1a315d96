/** What a service is asked to be: the body of the desired list, and what is stored of it. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { findServiceFaults } from './service-fields.policy.ts'
import { serviceKinds } from './service-kinds.schemas.ts'
import { ImageReference, RepositoryPath } from './source-names.schemas.ts'

export const ServiceName = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'must be lower-case letters, digits and inner hyphens, at most 63')
  .meta({ description: 'Also its host name for the other services of the environment.', example: 'web' })

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const NoControl = /^[^\u0000-\u001f\u007f]*$/
const Word = z.string().min(1).max(2_000).regex(NoControl, 'must not hold control characters')
const Command = z.union([Word, z.array(Word).min(1).max(100)]).meta({
  description: 'Text for the shell inside the container, or a list of words that no shell sees.',
  example: 'node server.js',
})

const Source = z
  .discriminatedUnion('builder', [
    z.strictObject({
      builder: z.literal('auto'),
      rootDirectory: RepositoryPath.default('.'),
      installCommand: Word.nullable().default(null),
      buildCommand: Word.nullable().default(null),
    }),
    z.strictObject({
      builder: z.literal('dockerfile'),
      dockerfile: RepositoryPath.default('Dockerfile'),
      context: RepositoryPath.default('.'),
      target: z
        .string()
        .regex(/^[a-z0-9][\w.-]{0,127}$/i)
        .nullable()
        .default(null),
    }),
    z.strictObject({
      builder: z.literal('static'),
      rootDirectory: RepositoryPath.default('.'),
      installCommand: Word.nullable().default(null),
      buildCommand: Word.nullable().default(null),
      outputDirectory: RepositoryPath.default('.'),
    }),
    z.strictObject({ builder: z.literal('image'), image: ImageReference }),
  ])
  .meta({ description: 'Where the image comes from. Databases have none.' })

const HealthCheck = z.strictObject({
  type: z.enum(['http', 'command', 'tcp']),
  path: z
    .string()
    .max(500)
    .regex(/^\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/?]*$/, 'must be a path such as /health')
    .meta({ example: '/health' })
    .nullable()
    .default(null)
    .meta({ description: 'Of type http.' }),
  command: Command.nullable().default(null).meta({ description: 'Of type command.' }),
  intervalSeconds: z.int().min(1).max(300).default(5),
  timeoutSeconds: z.int().min(1).max(120).default(5),
  retries: z.int().min(1).max(100).default(12),
  startPeriodSeconds: z.int().min(0).max(1_800).default(10),
})

const Volume = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_.-]{0,62}$/, 'must be a name, not a path: folders of the server are not mounted'),
  path: z
    .string()
    .max(500)
    .regex(NoControl, 'must not hold control characters')
    .regex(/^\/[^:,]+$/, 'must be an absolute path in the container')
    .refine((path) => !path.split('/').includes('..'), 'must be an absolute path in the container')
    .meta({ example: '/data' }),
})

const Resources = z.strictObject({
  memoryBytes: z
    .int()
    .min(16 * 1024 ** 2)
    .max(4 * 1024 ** 4)
    .nullable()
    .default(null),
  cpus: z.number().min(0.05).max(512).nullable().default(null),
  pids: z.int().min(16).max(100_000).nullable().default(null),
})

/** Everything but name and kind; stored as it is here. */
export const ServiceConfiguration = z.strictObject({
  source: Source.nullable().default(null),
  engineVersion: z
    .string()
    .regex(/^[0-9][0-9A-Za-z.-]{0,30}$/, 'must be a version such as 17')
    .nullable()
    .default(null)
    .meta({ description: 'Of a database: its major version. Null: the newest that is supported.' }),
  image: ImageReference.nullable().default(null).meta({
    description:
      'Of a database: another image of the same engine, such as pgvector/pgvector:pg17. Null: the engine’s own.',
  }),
  sharesImageWith: ServiceName.nullable()
    .default(null)
    .meta({ description: 'Runs the image of another service of the same codebase.' }),
  command: Command.nullable().default(null),
  port: z.int().min(1).max(65_535).nullable().default(null),
  loopbackPort: z.int().min(1_024).max(65_535).nullable().default(null).meta({
    description:
      'Of a database: a port of its server at 127.0.0.1, for people who come through SSH; `tunnel` says how. Never at another address. Null: none.',
  }),
  healthCheck: HealthCheck.nullable().default(null),
  resources: Resources.default({ memoryBytes: null, cpus: null, pids: null }),
  replicas: z.int().min(1).max(50).default(1),
  volumes: z.array(Volume).max(20).default([]),
  releaseCommand: Command.nullable().default(null).meta({ description: 'Runs once before traffic is switched.' }),
  schedule: z
    .string()
    .max(100)
    .regex(/^[\d*,/A-Za-z#-]+(?: [\d*,/A-Za-z#-]+){4}$/, 'must be a cron expression of five fields')
    .meta({ example: '0 3 * * *' })
    .nullable()
    .default(null)
    .meta({ description: 'Of kind cron, in UTC.' }),
  drainSeconds: z.int().min(0).max(3_600).default(30),
  stabilitySeconds: z.int().min(0).max(600).default(15),
  aliases: z.array(ServiceName).max(20).default([]),
  dependsOn: z.array(ServiceName).max(50).default([]),
  watchPaths: z
    .array(z.string().min(1).max(1_000).regex(NoControl, 'must not hold control characters'))
    .max(100)
    .default([])
    .meta({ description: 'A push that touches none of these does not concern the service. Empty: every push does.' }),
})
export type ServiceConfiguration = z.output<typeof ServiceConfiguration>

const Named = z.strictObject({ name: ServiceName, kind: z.enum(serviceKinds), ...ServiceConfiguration.shape })
export type ServiceInput = z.output<typeof Named>

export const ServiceBody = Named.superRefine((service, context) => {
  for (const { path, message } of findServiceFaults(service))
    context.addIssue({ code: 'custom', path: [path], message, input: service })
}).meta({
  id: 'ServiceRequest',
  example: { name: 'web', kind: 'web', source: { builder: 'image', image: 'nginx:1.29' }, port: 80 },
})

export const ServiceList = z
  .array(ServiceBody)
  .min(1)
  .max(100)
  .meta({ description: 'The full list: what is not in it is not wanted.' })

export const Service = z
  .object({
    id: idOf('svc'),
    name: z.string(),
    kind: z.enum(serviceKinds),
    ...ServiceConfiguration.shape,
    tunnel: z.string().nullable().meta({
      description: 'Of a database with `loopbackPort`: the command that brings it to the same port of your machine.',
      example: 'ssh -N -L 127.0.0.1:15432:127.0.0.1:15432 -p 22 deploy@203.0.113.7',
    }),
    ownedByFile: z
      .array(z.string())
      .meta({ description: 'Fields that longshore.yaml or the compose file in the repository decides.' }),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Service' })
export type Service = z.output<typeof Service>
