/** Shapes of what containers wrote and of what became of them. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery, pageOf } from '../../platform/pagination/page.schemas.ts'
import { wholeNumber } from '../../platform/pagination/whole-number.schemas.ts'

const ServiceFilter = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be the name of a service')
  .meta({ description: 'Only lines of this service; those about deployments come along.', example: 'web' })
  .optional()

const Range = {
  service: ServiceFilter,
  since: Time.optional().meta({ description: 'Nothing older.' }),
  until: Time.optional().meta({ description: 'Nothing newer.' }),
}

const Search = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'Only lines that hold this text, whatever its case.', example: 'error' })
  .optional()

export const RuntimeLine = z
  .object({
    at: Time,
    stream: z.enum(['stdout', 'stderr', 'deployment', 'event']).meta({
      description: '`deployment`: a mark of a deployment; `event`: what became of a container.',
    }),
    text: z.string().meta({ example: 'listening on 0.0.0.0:3000' }),
    service: z.string().nullable().meta({ example: 'web' }),
    container: z.string().nullable().meta({ description: 'The first digits of Docker’s id.', example: '4f1c2d3e5a6b' }),
    deploymentId: idOf('dep').nullable(),
  })
  .meta({ id: 'RuntimeLine' })
export type RuntimeLine = z.output<typeof RuntimeLine>

const LogCursor = z.codec(
  z
    .string()
    .regex(/^\d{1,15}\.\d{1,7}$/, 'is not a cursor of this API')
    .meta({ description: '`nextCursor` of the page before.', example: '1204.17' }),
  z.object({ seq: z.number(), index: z.number() }),
  {
    decode: (text) => {
      const [seq = 0, index = 0] = text.split('.').map(Number)
      return { seq, index }
    },
    encode: ({ seq, index }) => `${seq}.${index}`,
  },
)

export const RuntimeLogQuery = z.strictObject({
  ...Range,
  q: Search,
  limit: wholeNumber({ min: 1, max: 1_000 }).default(200).meta({ description: 'Lines a page.', example: 200 }),
  cursor: LogCursor.optional(),
})
export type RuntimeLogQuery = z.output<typeof RuntimeLogQuery>

export const RuntimeLogPage = z.object({
  items: z.array(RuntimeLine),
  nextCursor: LogCursor.nullable().meta({
    description: 'A search may give a page with few lines or none and still go on: it reads a bounded part at a time.',
  }),
})
export type RuntimeLogPage = z.output<typeof RuntimeLogPage>

export const DownloadQuery = z.strictObject({ ...Range, q: Search })
export type DownloadQuery = z.output<typeof DownloadQuery>

export const FollowFilter = {
  service: ServiceFilter,
  since: Time.optional().meta({ description: 'Begins with what is kept from then on. Default: with what comes next.' }),
}

/** One event of the stream. */
export const RuntimeLines = z
  .object({
    service: z.string().nullable().meta({ example: 'web' }),
    container: z.string().nullable().meta({ example: '4f1c2d3e5a6b' }),
    deploymentId: idOf('dep').nullable(),
    lines: z.array(RuntimeLine.pick({ at: true, stream: true, text: true })),
  })
  .meta({ id: 'RuntimeLines' })

export const containerEventKinds = ['started', 'exited', 'out_of_memory', 'healthy', 'unhealthy'] as const

export const ContainerEvent = z
  .object({
    id: idOf('evt'),
    at: Time,
    kind: z.enum(containerEventKinds).meta({
      description:
        '`started` after `exited` of the same container is a restart. `healthy` and `unhealthy`: its own check.',
    }),
    exitCode: z.int().nullable().meta({ description: 'Of `exited`.' }),
    service: z.string().meta({ example: 'web' }),
    container: z.string().meta({ example: '4f1c2d3e5a6b' }),
    deploymentId: idOf('dep').nullable(),
  })
  .meta({ id: 'ContainerEvent' })
export type ContainerEvent = z.output<typeof ContainerEvent>

export const ContainerEventQuery = PageQuery.extend({
  service: ServiceFilter,
  kind: z.enum(containerEventKinds).optional().meta({ example: 'exited' }),
})
export type ContainerEventQuery = z.output<typeof ContainerEventQuery>
export const ContainerEventPage = pageOf(ContainerEvent)
