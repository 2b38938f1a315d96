/**
 * What an analysis says about a repository. Every claim has evidence (a file and, where one can be named, a line) and each
 * service a confidence. The report is made in a process that is not trusted, so it is parsed with these schemas on the way
 * out: the limits here are what such a process can make others store.
 */
import { z } from 'zod'

const shortText = z.string().max(200)
const path = z.string().max(4_096)
const command = z.string().min(1).max(2_000)

export const evidenceSchema = z.strictObject({
  /** The field it supports: `framework`, `port`, `startCommand` … */
  claim: z.string().max(40),
  file: path,
  line: z.int().positive().nullable(),
  what: z.string().max(300),
})
export type Evidence = z.output<typeof evidenceSchema>

const confidence = z.number().min(0).max(1)
const evidence = z.array(evidenceSchema).max(60)

export const serviceKinds = ['web', 'worker', 'cron', 'static'] as const

export const dockerfileSchema = z.strictObject({
  source: z.enum(['repository', 'generated']),
  /** Relative to the repository's root; of a generated one: where it would be. */
  path,
  /** Folder the build sees, relative to the repository's root; `.` is the root itself. */
  context: path,
  target: shortText.nullable(),
  /** Only of a generated one. */
  text: z.string().max(64_000).nullable(),
  /** The .dockerignore beside a generated one. */
  ignore: z.string().max(16_000).optional(),
  /** Only of a generated one: a Dockerfile for this stack was never built in a test. */
  experimental: z.boolean().optional(),
})

export const serviceSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
  kind: z.enum(serviceKinds),
  /** `.` is the repository's root. */
  rootDirectory: path,
  language: shortText.nullable(),
  framework: shortText.nullable(),
  /** Of the language's runtime, as precise as the repository says it: `22`, `3.12`, `1.24.1`. */
  version: shortText.nullable(),
  packageManager: shortText.nullable(),
  builder: z.enum(['auto', 'dockerfile', 'static', 'image']),
  /** With builder `image`. */
  image: z.string().max(500).nullable(),
  dockerfile: dockerfileSchema.nullable(),
  /** Another service of the same codebase whose image this one runs too. */
  sharesImageWith: shortText.nullable(),
  installCommand: command.nullable(),
  buildCommand: command.nullable(),
  startCommand: command.nullable(),
  /** Migrations and the like, before traffic is switched. */
  releaseCommand: command.nullable(),
  /** Of kind `cron`. */
  schedule: shortText.nullable(),
  /** Of kind `static`: what is served, relative to rootDirectory; from the workspace's root where the build leaves it outside. */
  outputDirectory: path.nullable(),
  port: z.int().min(1).max(65_535).nullable(),
  healthCheck: z
    .strictObject({ type: z.enum(['http', 'tcp', 'command']), path: shortText.nullable(), command: command.nullable() })
    .nullable(),
  volumes: z.array(z.strictObject({ name: shortText, path })).max(50),
  /** Other names under which this service is reached on the environment's network. */
  aliases: z.array(shortText).max(20),
  dependsOn: z.array(shortText).max(50),
  /** A push that touches none of these does not concern this service; glob patterns from the repository's root. */
  watchPaths: z.array(path).max(100),
  confidence,
  evidence,
})
export type AnalyzedService = z.output<typeof serviceSchema>

export const databaseEngines = [
  'postgres', 'mysql', 'mariadb', 'redis', 'mongodb', 'sqlite', 'mssql', 'elasticsearch', 'rabbitmq', 'kafka',
  'memcached', 'clickhouse',
] as const // biome-ignore format: one list

export const databaseSchema = z.strictObject({
  engine: z.enum(databaseEngines),
  name: shortText,
  version: shortText.nullable(),
  /** Variables by which the code reaches it. */
  variables: z.array(shortText).max(20),
  /** Longshore can run it as a service. */
  supported: z.boolean(),
  confidence,
  evidence,
})

export const variableSchema = z.strictObject({
  key: z.string().max(128),
  required: z.boolean(),
  secret: z.boolean(),
  default: z.string().max(4_000).nullable(),
  scope: z.enum(['build', 'runtime', 'both']),
  /** Names of the services whose code reads it; empty: all. */
  services: z.array(shortText).max(100),
  /** The database that will provide it: its `name` above. */
  providedBy: shortText.nullable(),
  description: z.string().max(500).nullable(),
  evidence,
})

export const warningSchema = z.strictObject({
  code: z.string().max(60),
  message: z.string().max(500),
  hint: z.string().max(500).nullable(),
  file: path.nullable(),
  line: z.int().positive().nullable(),
})

export const reportSchema = z.strictObject({
  services: z.array(serviceSchema).max(100),
  databases: z.array(databaseSchema).max(50),
  variables: z.array(variableSchema).max(500),
  monorepo: z
    .strictObject({ tools: z.array(shortText).max(10), packages: z.array(path).max(500), evidence })
    .nullable(),
  /** The file that says what is deployed, when there is one: its fields win over guesses. */
  configuration: z.strictObject({ kind: z.enum(['longshore', 'compose']), file: path }).nullable(),
  warnings: z.array(warningSchema).max(200),
  /** Files of the tree, and how many of them were read. */
  files: z.strictObject({ count: z.int().nonnegative(), bytes: z.int().nonnegative(), read: z.int().nonnegative() }),
})
export type Report = z.output<typeof reportSchema>
