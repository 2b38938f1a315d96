/** Schemas of deployment logs, the stream, and diffs. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { wholeNumber } from '../../platform/pagination/whole-number.schemas.ts'
import { DeployedCommit } from '../workloads/release.schemas.ts'

export const LogChunk = z
  .object({
    seq: z.int().meta({
      description: 'Position in the deployment’s log. Pass the last one you have as `after`. Numbers can have gaps.',
      example: 118,
    }),
    step: z.string().meta({ description: 'Deployment step whose work produced this output.', example: 'build-image' }),
    stream: z
      .enum(['stdout', 'stderr', 'longshore'])
      .describe(
        '`stdout`: standard output of a program. `stderr`: its standard error. `longshore`: a message from Longshore.',
      ),
    text: z.string().meta({
      description: 'One or more lines of output, with the environment’s secrets masked.',
      example: 'added 412 packages in 9s\n',
    }),
    at: Time.describe('When the program or Longshore wrote the output.'),
  })
  .meta({ id: 'LogChunk', description: 'Piece of a deployment’s log.' })
export type LogChunk = z.output<typeof LogChunk>

export const StoredLogChunk = z.object({
  step: z.string(),
  stream: LogChunk.shape.stream,
  text: z.string(),
  at: z.string(),
})

export const LogQuery = z.strictObject({
  after: wholeNumber({ min: 0, max: 1_000_000_000_000 }).default(0).meta({
    description: 'Return only chunks after this `seq`. Default: 0, the beginning.',
    example: 0,
  }),
  limit: wholeNumber({ min: 1, max: 1_000 }).default(200).meta({
    description: 'Maximum number of chunks to return, from 1 to 1,000. Default: 200.',
    example: 200,
  }),
  step: z
    .string()
    .regex(/^[a-z][a-z-]{0,62}$/, 'must be the name of a step')
    .meta({ description: 'Return only output of this step. Default: all steps.', example: 'build-image' })
    .optional(),
  q: z
    .string()
    .min(1)
    .max(200)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is refused
    .regex(/^[^\u0000]*$/, 'must not contain a zero byte')
    .meta({
      description: 'Return only chunks that contain this text. Upper and lower case don’t matter.',
      example: 'error',
    })
    .optional(),
})
export type LogQuery = z.output<typeof LogQuery>

export const LogPage = z.object({
  items: z.array(LogChunk).describe('Log output, oldest first.'),
  nextAfter: z
    .int()
    .nullable()
    .describe('Value to pass as `after` for the next page; null if there’s nothing more so far.'),
})
export type LogPage = z.output<typeof LogPage>

export const DiffQuery = z.strictObject({
  against: idOf('dep').optional().describe('Deployment to compare with. Default: the one that was live before it.'),
})

const change = z
  .enum(['added', 'removed', 'changed'])
  .describe('`added`: only the newer one has it. `removed`: only the older one has it. `changed`: both do, but differ.')

const ServiceChange = z.object({
  name: z.string().meta({ description: 'Name of a service whose image or settings differ.', example: 'web' }),
  change,
  image: z
    .object({
      from: z.string().nullable().describe('Image of the older deployment; null if it has none.'),
      to: z.string().nullable().describe('Image of the newer deployment; null if it has none.'),
    })
    .nullable()
    .describe('Images of both deployments; null if both use the same one.'),
  fields: z
    .array(
      z.object({
        field: z.string().meta({ description: 'Setting that differs.', example: 'replicas' }),
        from: z.string().meta({ description: 'Value in the older deployment, as JSON.', example: '1' }),
        to: z.string().meta({ description: 'Value in the newer deployment, as JSON.', example: '2' }),
      }),
    )
    .describe('Settings of the service that differ; empty if the service is new or gone.'),
})

export const DeploymentDiff = z
  .object({
    from: idOf('dep')
      .nullable()
      .describe('Deployment on the older side of the comparison; null if nothing was live before.'),
    to: idOf('dep').describe('Deployment whose ID is in the path, the newer side of the comparison.'),
    commit: z
      .object({
        from: DeployedCommit.nullable().describe('Commit of the older deployment; null if it has none.'),
        to: DeployedCommit.nullable().describe('Commit of the newer deployment; null if it has none.'),
        isSame: z.boolean().describe('True if both deploy the same commit.'),
      })
      .describe('Commits that the two deployments are built from.'),
    branch: z
      .object({
        from: z.string().nullable().meta({
          description: 'Branch of the older deployment; null if it has none.',
          example: 'main',
        }),
        to: z.string().nullable().meta({
          description: 'Branch of the newer deployment; null if it has none.',
          example: 'main',
        }),
      })
      .describe('Branches that the two commits come from.'),
    services: z.array(ServiceChange).describe('Services that differ. Unchanged services are left out.'),
    variables: z
      .array(
        z.object({
          key: z
            .string()
            .meta({ description: 'Environment variable name, as your program reads it.', example: 'DATABASE_URL' }),
          service: z.string().nullable().meta({
            description: 'Service that the variable is limited to; null if all services get it.',
            example: 'web',
          }),
          change,
        }),
      )
      .describe('Variables that differ. Values are never shown.'),
  })
  .meta({ id: 'DeploymentDiff', description: 'What changed from one deployment to another.' })
export type DeploymentDiff = z.output<typeof DeploymentDiff>

export const PromoteBody = z.strictObject({
  fromEnvironmentId: idOf('env').describe(
    'Environment whose live release you want here. It must belong to the same project.',
  ),
})

export const LogsFlag = z.enum(['true', 'false']).default('true').meta({
  description:
    'Whether to stream log output. `true`: send `log` events too. `false`: send only `status`, `step`, and `end`. Default: `true`.',
  example: 'true',
})
