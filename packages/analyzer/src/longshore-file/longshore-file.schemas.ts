/** longshore.yaml: what is deployed, in the words of the API. Every key is known or refused; docs and JSON schema are made of this. */
import { z } from 'zod'
import { databaseEngines, serviceKinds } from '../report.schemas.ts'

const serviceName = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'use lower-case letters, digits and hyphens')
const line = z
  .string()
  .min(1)
  .max(2_000)
  .regex(/^[^\p{Cc}]*$/u, 'has to be on one line')
const place = z
  .string()
  .min(1)
  .max(4_096)
  .regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\p{Cc}]*$/u, 'has to be a path inside the repository')

const build = z
  .strictObject({
    builder: z.literal('railpack').optional().describe('Experimental: Railpack plans the image.'),
    dockerfile: place.optional().describe('A Dockerfile of the repository; without it one is generated.'),
    context: place.optional().describe('The folder that the build sees; the root directory when absent.'),
    target: z.string().max(200).optional().describe('The stage of the Dockerfile.'),
    install: line.optional().describe('Replaces the command that installs packages.'),
    command: line.optional().describe('Replaces the command that builds.'),
    output: place.optional().describe('Kind static: the folder that is served.'),
  })
  .describe('How the image is made.')

const healthCheck = z
  .union([
    z.string().startsWith('/').max(200).describe('A path that answers 2xx when the service is ready.'),
    z.strictObject({ type: z.literal('http'), path: z.string().startsWith('/').max(200) }),
    z.strictObject({ type: z.literal('tcp') }),
    z.strictObject({ type: z.literal('command'), command: line }),
  ])
  .describe('When the service counts as ready.')

const service = z.strictObject({
  kind: z
    .enum(serviceKinds)
    .default('web')
    .describe('What it is: answers requests, works, runs by schedule, or only files.'),
  rootDirectory: place.default('.').describe('The folder of its code.'),
  build: build.optional(),
  image: line.max(500).optional().describe('An image that exists, instead of a build.'),
  sharesImageWith: serviceName.optional().describe('Another service whose image it runs.'),
  command: line.optional().describe('The start command.'),
  port: z.int().min(1).max(65_535).optional().describe('Where it listens inside its container.'),
  healthCheck: healthCheck.optional(),
  releaseCommand: line.optional().describe('Runs before traffic is switched: migrations.'),
  schedule: z.string().min(1).max(200).optional().describe('Kind cron: five fields, as cron writes them.'),
  volumes: z
    .record(z.string().regex(/^[a-zA-Z0-9][\w.-]{0,99}$/), z.string().startsWith('/').max(4_096))
    .optional()
    .describe('Name of a volume and its path inside the container.'),
  aliases: z
    .array(z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/))
    .max(20)
    .optional()
    .describe('Other names on the network of the environment.'),
  dependsOn: z
    .array(z.string().max(63))
    .max(50)
    .optional()
    .describe('Services and databases that have to be there first.'),
  watchPaths: z.array(place).max(100).optional().describe('A push that touches none of these does not deploy it.'),
})

const database = z.strictObject({
  engine: z.enum(databaseEngines).describe('The engine.'),
  version: z
    .union([z.string().max(40), z.number()])
    .optional()
    .describe('Its version; the newest supported one when absent.'),
})

const variable = z.union([
  z.union([z.string().max(4_000), z.number(), z.boolean()]).describe('The default.'),
  z.strictObject({
    default: z.union([z.string().max(4_000), z.number(), z.boolean()]).optional(),
    required: z.boolean().optional().describe('A deployment without it is refused.'),
    secret: z.boolean().optional().describe('Its value is sealed and never shown.'),
    scope: z.enum(['build', 'runtime', 'both']).optional(),
    services: z.array(serviceName).max(100).optional().describe('Who gets it; all when absent.'),
    from: z.string().max(63).optional().describe('The database that provides it.'),
    description: z.string().max(500).optional(),
  }),
])

export const longshoreFileSchema = z.strictObject({
  version: z.literal(1).describe('Of the format.'),
  services: z
    .record(serviceName, service)
    .refine((all) => Object.keys(all).length <= 100, 'at most 100')
    .describe('What is deployed: all of it.'),
  databases: z
    .record(serviceName, database)
    .refine((all) => Object.keys(all).length <= 50, 'at most 50')
    .optional(),
  variables: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/), variable)
    .refine((all) => Object.keys(all).length <= 500, 'at most 500')
    .optional(),
})
export type LongshoreFile = z.output<typeof longshoreFileSchema>
