/** Shapes of what is watched: logs, the stream, what differs. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { wholeNumber } from '../../platform/pagination/whole-number.schemas.ts'
import { DeployedCommit } from './deployments.schemas.ts'

export const LogChunk = z
  .object({
    seq: z.int().meta({ description: 'Number in the stream of the deployment: give the last one as `after`.' }),
    step: z.string(),
    stream: z.enum(['stdout', 'stderr', 'longshore']).meta({ description: '`longshore`: a line of our own.' }),
    text: z.string(),
    at: Time,
  })
  .meta({ id: 'LogChunk' })
export type LogChunk = z.output<typeof LogChunk>

export const StoredLogChunk = z.object({
  step: z.string(),
  stream: LogChunk.shape.stream,
  text: z.string(),
  at: z.string(),
})

export const LogQuery = z.strictObject({
  after: wholeNumber({ min: 0, max: 1_000_000_000_000 }).default(0).meta({ example: 0 }),
  limit: wholeNumber({ min: 1, max: 1_000 }).default(200).meta({ description: 'Chunks a page.', example: 200 }),
  step: z
    .string()
    .regex(/^[a-z][a-z-]{0,62}$/, 'must be the name of a step')
    .meta({ example: 'build-image' })
    .optional(),
  q: z
    .string()
    .min(1)
    .max(200)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is refused
    .regex(/^[^\u0000]*$/, 'must not hold a zero byte')
    .meta({ description: 'Only chunks whose text holds this, whatever its case.', example: 'error' })
    .optional(),
})
export type LogQuery = z.output<typeof LogQuery>

export const LogPage = z.object({
  items: z.array(LogChunk),
  nextAfter: z.int().nullable().meta({ description: 'Null: nothing more yet.' }),
})
export type LogPage = z.output<typeof LogPage>

export const DiffQuery = z.strictObject({
  against: idOf('dep').optional().meta({ description: 'Default: what was live before it, else what is live now.' }),
})

const change = z.enum(['added', 'removed', 'changed'])

export const DeploymentDiff = z
  .object({
    from: idOf('dep').nullable(),
    to: idOf('dep'),
    commit: z.object({ from: DeployedCommit.nullable(), to: DeployedCommit.nullable(), isSame: z.boolean() }),
    branch: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
    services: z.array(
      z.object({
        name: z.string(),
        change,
        image: z.object({ from: z.string().nullable(), to: z.string().nullable() }).nullable(),
        fields: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
      }),
    ),
    variables: z
      .array(z.object({ key: z.string(), service: z.string().nullable(), change }))
      .meta({ description: 'Never with values.' }),
  })
  .meta({ id: 'DeploymentDiff' })
export type DeploymentDiff = z.output<typeof DeploymentDiff>

export const PromoteBody = z.strictObject({ fromEnvironmentId: idOf('env') })

export const LogsFlag = z
  .enum(['true', 'false'])
  .default('true')
  .meta({ description: 'false: without log output.', example: 'true' })
