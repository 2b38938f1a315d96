/**
 * The report of an analysis. Every claim has evidence (a file and, if possible, a line), and each service has a
 * confidence. An untrusted process creates the report, so it is parsed with these schemas: their limits define what
 * such a process can make others store.
 */
import { z } from 'zod'
import { argumentSchema, containerSchema, filesSchema, resourcesSchema } from './container.schemas.ts'

const shortText = z.string().max(200)
const path = z.string().max(4_096)
const command = z.string().min(1).max(2_000)

export const evidenceSchema = z.strictObject({
  claim: z
    .string()
    .max(40)
    .describe('Field that this evidence supports, such as `framework`, `port`, or `startCommand`.'),
  file: path.describe('Path of the file, relative to the repository root.'),
  line: z.int().positive().nullable().describe('Line in the file, starting at 1. Null if no single line can be named.'),
  what: z.string().max(300).describe('What was found there, in a few words.'),
})
export type Evidence = z.output<typeof evidenceSchema>

const confidence = z
  .number()
  .min(0)
  .max(1)
  .describe('How sure Longshore is, from 0 (a guess) to 1 (the repository says so).')
const evidence = z.array(evidenceSchema).max(60).describe('Files and lines that the findings are based on.')

export const serviceKinds = ['web', 'worker', 'cron', 'static'] as const

export const dockerfileSchema = z.strictObject({
  source: z
    .enum(['repository', 'generated'])
    .describe('`repository`: the file is in the repository. `generated`: Longshore wrote it for this app.'),
  path: path.describe('Where the Dockerfile is, relative to the repository root. A generated one would be there.'),
  context: path.describe('Directory that the build can read, relative to the repository root. `.` is the root itself.'),
  target: shortText.nullable().describe('Stage of a multi-stage Dockerfile to build. Null builds the last one.'),
  text: z
    .string()
    .max(64_000)
    .nullable()
    .describe('Content of a generated Dockerfile. Null for one in the repository.'),
  ignore: z.string().max(16_000).optional().describe('Content of the .dockerignore file for a generated Dockerfile.'),
  experimental: z
    .boolean()
    .optional()
    .describe('True if no Dockerfile for this stack was ever built in our tests. Only generated Dockerfiles have it.'),
})

export const serviceSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
    .describe('Suggested name, also the hostname for the other services of an environment.'),
  kind: z
    .enum(serviceKinds)
    .describe(
      'What it does. `web`: receives HTTP requests. `worker`: runs in the background. `cron`: runs on a schedule. `static`: serves files.',
    ),
  rootDirectory: path.describe('Directory with the code, relative to the repository root. `.` is the root itself.'),
  language: shortText.nullable().describe('Programming language. Null if unknown.'),
  framework: shortText.nullable().describe('Web framework or build tool. Null if none was recognized.'),
  version: shortText
    .nullable()
    .describe(
      'Version of the language runtime, as precise as the repository states it, such as `22` or `3.12`. Null if it does not.',
    ),
  packageManager: shortText.nullable().describe('Tool that installs packages, such as `pnpm`. Null if there is none.'),
  builder: z
    .enum(['auto', 'dockerfile', 'static', 'railpack', 'image'])
    .describe(
      'Where the image comes from. `auto`: a generated Dockerfile. `dockerfile`: a Dockerfile in the repository. `static`: built files that are served. `railpack`: a plan of Railpack. `image`: a finished image.',
    ),
  image: z.string().max(500).nullable().describe('Container image to run. Null unless `builder` is `image`.'),
  dockerfile: dockerfileSchema.nullable().describe('Dockerfile that builds the service. Null if none is needed.'),
  sharesImageWith: shortText
    .nullable()
    .describe('Name of another service with the same code, whose image this one runs too. Null if it has its own.'),
  installCommand: command.nullable().describe('Command that installs packages. Null if none is needed.'),
  buildCommand: command.nullable().describe('Command that builds the app. Null if none is needed.'),
  startCommand: command.nullable().describe('Command that starts the app. Null if the image knows it.'),
  startArguments: z
    .array(argumentSchema)
    .max(100)
    .nullable()
    .default(null)
    .describe(
      'Arguments that follow the entrypoint of the image, without a shell. Null uses `startCommand` or those of the image.',
    ),
  releaseCommand: command
    .nullable()
    .describe('Command that runs before traffic switches, such as a database migration. Null if there is none.'),
  schedule: shortText.nullable().describe('Cron expression with five fields, in UTC. Null unless `kind` is `cron`.'),
  outputDirectory: path
    .nullable()
    .describe('Directory to serve, relative to `rootDirectory`. Null unless `kind` is `static`.'),
  port: z
    .int()
    .min(1)
    .max(65_535)
    .nullable()
    .describe('Port that the app listens on. Null if it is not known, or if it does not listen.'),
  healthCheck: z
    .strictObject({
      type: z
        .enum(['http', 'tcp', 'command'])
        .describe(
          'How to check the app. `http`: with a request. `tcp`: with a connection to its port. `command`: with a program in the container.',
        ),
      path: shortText.nullable().describe('Path to request. Null unless `type` is `http`.'),
      command: z
        .union([command, z.array(argumentSchema).min(1).max(100)])
        .nullable()
        .describe(
          'Program to run in the container: a line for its shell, or a list of arguments without a shell. Null unless `type` is `command`.',
        ),
      intervalSeconds: z
        .int()
        .min(1)
        .max(300)
        .nullable()
        .default(null)
        .describe('Seconds between two checks. Null if not stated.'),
      timeoutSeconds: z
        .int()
        .min(1)
        .max(120)
        .nullable()
        .default(null)
        .describe('Seconds until a check fails. Null if not stated.'),
      retries: z
        .int()
        .min(1)
        .max(100)
        .nullable()
        .default(null)
        .describe('Failed checks that are accepted. Null if not stated.'),
      startPeriodSeconds: z
        .int()
        .min(0)
        .max(1_800)
        .nullable()
        .default(null)
        .describe('Seconds after the start in which failed checks don’t count. Null if not stated.'),
    })
    .nullable()
    .describe('Health check that shows when the app is ready. Null if the repository does not define one.'),
  volumes: z
    .array(
      z.strictObject({
        name: shortText.describe('Suggested name. Longshore creates the volume under it.'),
        path: path.describe('Absolute path where the container sees it.'),
        service: shortText
          .nullable()
          .default(null)
          .describe('Name of the service that the volume belongs to. Null for an own volume.'),
      }),
    )
    .max(50)
    .describe('Directories whose data must outlive the containers.'),
  container: containerSchema
    .nullable()
    .default(null)
    .describe('Special settings of the containers, such as a user or a read-only file system. Null if there are none.'),
  resources: resourcesSchema
    .nullable()
    .default(null)
    .describe('Limits for each container. Null if the repository states none.'),
  replicas: z
    .int()
    .min(1)
    .max(50)
    .nullable()
    .default(null)
    .describe('Number of containers. Null if the repository does not say.'),
  drainSeconds: z
    .int()
    .min(0)
    .max(3_600)
    .nullable()
    .default(null)
    .describe('Seconds that the program gets to stop. Null if the repository does not say.'),
  files: filesSchema.default([]).describe('Files that Longshore places into the containers before they start.'),
  aliases: z.array(shortText).max(20).describe('Additional hostnames that other services can use to reach this one.'),
  dependsOn: z.array(shortText).max(50).describe('Names of services and databases that must be ready first.'),
  watchPaths: z
    .array(path)
    .max(100)
    .describe(
      'Path patterns relative to the repository root. A push that touches none of them does not affect the service.',
    ),
  confidence,
  evidence,
})
export type AnalyzedService = z.output<typeof serviceSchema>

export const databaseEngines = [
  'postgres', 'mysql', 'mariadb', 'redis', 'mongodb', 'sqlite', 'mssql', 'elasticsearch', 'rabbitmq', 'kafka',
  'memcached', 'clickhouse',
] as const // biome-ignore format: one list

export const databaseSchema = z.strictObject({
  engine: z
    .enum(databaseEngines)
    .describe(
      'Database or queue software that the code uses: `postgres`, `mysql`, `mariadb`, `redis`, `mongodb`, `sqlite`, `mssql`, `elasticsearch`, `rabbitmq`, `kafka`, `memcached`, or `clickhouse`.',
    ),
  name: shortText.describe('Suggested name of the service.'),
  version: shortText.nullable().describe('Version that the repository requires. Null if it does not require one.'),
  variables: z.array(shortText).max(20).describe('Keys of the variables through which the code connects to it.'),
  supported: z.boolean().describe('Whether Longshore can run it as a service of an environment.'),
  confidence,
  evidence,
})

const template = z
  .string()
  .max(4_000)
  .nullable()
  .describe(
    `Value in which \`\${NAME}\` refers to other variables, such as to the password of a database. Null if it refers to none.`,
  )

export const variableSchema = z.strictObject({
  key: z.string().max(128).describe('Name of the environment variable that the code reads.'),
  required: z.boolean().describe('Whether the app does not work without it.'),
  secret: z.boolean().describe('Whether the value looks like a password or token and should be hidden.'),
  default: z.string().max(4_000).nullable().describe('Value that the repository suggests. Null if it suggests none.'),
  template: template.default(null),
  exceptions: z
    .array(
      z.strictObject({
        service: shortText.describe('Entry in `services` of the report for which the value differs.'),
        value: z.string().max(4_000).nullable().describe('Its value. Null if the file states none for it.'),
        template: template.default(null),
      }),
    )
    .max(100)
    .default([])
    .describe('Services for which the file states another value than `default`. Empty for secrets.'),
  scope: z
    .enum(['build', 'runtime', 'both', 'reference'])
    .describe(
      'When the code reads it. `build`: while the image is built. `runtime`: in running containers. `both`: in both. `reference`: never, other variables refer to it.',
    ),
  services: z.array(shortText).max(100).describe('Names of the services whose code reads it. Empty if all do.'),
  providedBy: shortText
    .nullable()
    .describe('Name of the database that sets it automatically. Null if you must set it.'),
  description: z.string().max(500).nullable().describe('What the repository says about it. Null if it says nothing.'),
  evidence,
})

export const warningSchema = z.strictObject({
  code: z.string().max(60).describe('Stable machine-readable kind of warning.'),
  message: z.string().max(500).describe('What is unusual about the repository, in a sentence for people.'),
  hint: z.string().max(500).nullable().describe('What you can do about it. Null if there is nothing to do.'),
  file: path
    .nullable()
    .describe('File that the warning is about, relative to the repository root. Null if it is about none.'),
  line: z.int().positive().nullable().describe('Line in the file, starting at 1. Null if no single line can be named.'),
})

/** A profile of a compose file, or `*` for all of them. */
export const composeProfileSchema = z
  .string()
  .regex(/^(?:\*|[A-Za-z0-9][A-Za-z0-9_.-]{0,79})$/, 'must be the name of a profile, or * for all')

export const reportSchema = z.strictObject({
  services: z.array(serviceSchema).max(100).describe('Apps and jobs that the repository contains.'),
  databases: z.array(databaseSchema).max(50).describe('Databases and queues that the code uses.'),
  variables: z.array(variableSchema).max(500).describe('Environment variables that the code reads.'),
  monorepo: z
    .strictObject({
      tools: z.array(shortText).max(10).describe('Workspace tools that were recognized, such as `pnpm` or `turbo`.'),
      packages: z.array(path).max(500).describe('Folders of the packages, relative to the repository root.'),
      evidence,
    })
    .nullable()
    .describe('Layout of a repository with several packages. Null if there is only one.'),
  configuration: z
    .strictObject({
      kind: z.enum(['longshore', 'compose']).describe('`longshore`: a longshore.yaml file. `compose`: a compose file.'),
      file: path.describe('Path of the file, relative to the repository root.'),
    })
    .nullable()
    .describe(
      'File in the repository that says what is deployed. It overrides everything that was detected. Null if there is none.',
    ),
  composeProfiles: z
    .array(
      z.strictObject({
        name: shortText.describe(
          'Label from `profiles` in the compose file. Enable it with `composeProfiles` of the project.',
        ),
        services: z
          .array(shortText)
          .max(100)
          .describe('Names of all services that list this profile, whether it is enabled or not.'),
        isEnabled: z.boolean().describe('Whether the project deploys its services.'),
      }),
    )
    .max(50)
    .default([])
    .describe('Profiles of the compose file. Services with a profile are only deployed if the project enables it.'),
  domains: z
    .array(
      z.strictObject({
        hostname: z.string().max(253).describe('Hostname that the file routes to the service.'),
        service: shortText.describe('Name of the service that receives its requests.'),
        path: shortText.nullable().describe('Path that the file limits it to. Null for all paths.'),
        evidence,
      }),
    )
    .max(100)
    .default([])
    .describe('Hostnames that labels or variables for other proxies name. Longshore attaches none of them on its own.'),
  warnings: z.array(warningSchema).max(200).describe('Problems that you should know about before you deploy.'),
  files: z
    .strictObject({
      count: z.int().nonnegative().describe('Number of files in the repository.'),
      bytes: z.int().nonnegative().describe('Size of all files together.'),
      read: z.int().nonnegative().describe('Number of files that Longshore opened.'),
    })
    .describe('How large the repository is, and how much of it was read.'),
})
export type Report = z.output<typeof reportSchema>
