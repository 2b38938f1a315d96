/**
 * longshore.yaml describes the deployment with the terms of the API. Unknown keys are rejected; docs and JSON schema
 * are generated from this.
 */
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
    dockerfile: place
      .optional()
      .describe('Dockerfile in the repository. Longshore generates one if you leave this out.'),
    context: place.optional().describe('Directory that the build can read. Default: the root directory.'),
    target: z.string().max(200).optional().describe('Stage of the Dockerfile to build.'),
    install: line.optional().describe('Command that installs packages, instead of the detected one.'),
    command: line.optional().describe('Command that builds the app, instead of the detected one.'),
    output: place.optional().describe('For kind static: directory to serve.'),
  })
  .describe('How to build the image.')

const healthCheck = z
  .union([
    z.string().startsWith('/').max(200).describe('Path that responds with 2xx when the service is ready.'),
    z.strictObject({ type: z.literal('http'), path: z.string().startsWith('/').max(200) }),
    z.strictObject({ type: z.literal('tcp') }),
    z.strictObject({ type: z.literal('command'), command: line }),
  ])
  .describe('Health check that shows when the service is ready.')

const service = z.strictObject({
  kind: z
    .enum(serviceKinds)
    .default('web')
    .describe('web: serves requests. worker: runs in the background. cron: runs on a schedule. static: serves files.'),
  rootDirectory: place.default('.').describe('Directory with the code of the service.'),
  build: build.optional(),
  image: line.max(500).optional().describe('Prebuilt image to run instead of building one.'),
  sharesImageWith: serviceName.optional().describe('Service whose image this service runs.'),
  command: line.optional().describe('Command that starts the service.'),
  port: z.int().min(1).max(65_535).optional().describe('Port the service listens on inside its container.'),
  healthCheck: healthCheck.optional(),
  releaseCommand: line.optional().describe('Command that runs before traffic is switched, such as migrations.'),
  schedule: z.string().min(1).max(200).optional().describe('For kind cron: schedule in cron syntax with five fields.'),
  volumes: z
    .record(z.string().regex(/^[a-zA-Z0-9][\w.-]{0,99}$/), z.string().startsWith('/').max(4_096))
    .optional()
    .describe('Volume names, each with its path inside the container.'),
  aliases: z
    .array(z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/))
    .max(20)
    .optional()
    .describe('Additional names for the service on the environment’s network.'),
  dependsOn: z.array(z.string().max(63)).max(50).optional().describe('Services and databases that must start first.'),
  watchPaths: z
    .array(place)
    .max(100)
    .optional()
    .describe('Glob patterns. A push that changes none of these paths doesn’t deploy the service.'),
})

const database = z.strictObject({
  engine: z.enum(databaseEngines).describe('Database engine.'),
  version: z
    .union([z.string().max(40), z.number()])
    .optional()
    .describe('Version of the database engine. Default: the newest supported one.'),
})

const variable = z.union([
  z.union([z.string().max(4_000), z.number(), z.boolean()]).describe('Default value of the variable.'),
  z.strictObject({
    default: z.union([z.string().max(4_000), z.number(), z.boolean()]).optional(),
    required: z.boolean().optional().describe('Whether deployments fail if the variable isn’t set.'),
    secret: z.boolean().optional().describe('Whether the value is encrypted and never shown.'),
    scope: z.enum(['build', 'runtime', 'both']).optional(),
    services: z.array(serviceName).max(100).optional().describe('Services that get the variable. Default: all.'),
    from: z.string().max(63).optional().describe('Database that provides the value.'),
    description: z.string().max(500).optional(),
  }),
])

export const longshoreFileSchema = z.strictObject({
  version: z.literal(1).describe('Version of the file format.'),
  services: z
    .record(serviceName, service)
    .refine((all) => Object.keys(all).length <= 100, 'at most 100')
    .describe('Complete list of services to deploy.'),
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
