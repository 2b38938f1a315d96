/** Schemas of container logs and container events. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery, pageOf } from '../../platform/pagination/page.schemas.ts'
import { wholeNumber } from '../../platform/pagination/whole-number.schemas.ts'

const ServiceFilter = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be a service name')
  .meta({
    description: 'Name of the only service to return. Lines about deployments are always included.',
    example: 'web',
  })
  .optional()

const Range = {
  service: ServiceFilter,
  since: Time.optional().meta({
    description: 'Returns nothing older than this. Defaults to the oldest line that is kept.',
  }),
  until: Time.optional().meta({ description: 'Returns nothing newer than this. Defaults to the current time.' }),
}

const Search = z
  .string()
  .min(1)
  .max(200)
  .meta({
    description: 'Returns only lines that contain this text. Upper and lower case are the same.',
    example: 'error',
  })
  .optional()

const service = z
  .string()
  .nullable()
  .meta({ description: 'Name of the service that wrote it. Null for lines of Longshore.', example: 'web' })
const container = z.string().nullable().meta({
  description: 'First 12 digits of the Docker container ID. Null for lines of Longshore.',
  example: '4f1c2d3e5a6b',
})
const deploymentId = idOf('dep').nullable().describe('Deployment that started the container. Null if unknown.')

export const RuntimeLine = z
  .object({
    at: Time.describe('When the container wrote the line.'),
    stream: z.enum(['stdout', 'stderr', 'deployment', 'event']).meta({
      description:
        'Where the line comes from. `stdout`, `stderr`: output of the app. `deployment`: Longshore marks a deployment. `event`: Longshore reports that a container started, stopped, or ran out of memory.',
    }),
    text: z.string().meta({
      description: 'Content of the line, with every known secret masked.',
      example: 'listening on 0.0.0.0:3000',
    }),
    service,
    container,
    deploymentId,
  })
  .meta({ id: 'RuntimeLine', description: 'One line of the log of an environment.' })
export type RuntimeLine = z.output<typeof RuntimeLine>

const LogCursor = z.codec(
  z
    .string()
    .regex(/^\d{1,15}\.\d{1,7}$/, "isn't a valid cursor")
    .meta({
      description:
        'Opaque position in the log: the `nextCursor` of the previous page. Leave it out to start with the first line in this order.',
      example: '1204.17',
    }),
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
  limit: wholeNumber({ min: 1, max: 1_000 })
    .default(200)
    .meta({ description: 'Maximum number of lines in one response, from 1 to 1,000.', example: 200 }),
  order: z.enum(['newest', 'oldest']).default('newest').meta({
    description:
      'Direction of reading. `newest`: from the end of the range back. `oldest`: from `since` on. Send the same value with each `cursor`.',
    example: 'newest',
  }),
  cursor: LogCursor.optional(),
})
export type RuntimeLogQuery = z.output<typeof RuntimeLogQuery>

export const RuntimeLogPage = z.object({
  items: z.array(RuntimeLine).describe('Log lines in the requested order, newest first by default.'),
  nextCursor: LogCursor.nullable().meta({
    description:
      'Send it as `cursor` to get the next lines in this order. Null at the end. A search can return a page with few or no lines and still have a next page.',
  }),
})
export type RuntimeLogPage = z.output<typeof RuntimeLogPage>

export const DownloadQuery = z.strictObject({ ...Range, q: Search })
export type DownloadQuery = z.output<typeof DownloadQuery>

export const FollowFilter = {
  service: ServiceFilter,
  since: Time.optional().meta({
    description: 'Starts with the stored lines from this moment on. Defaults to new lines only.',
  }),
}

/** One event of the stream. */
export const RuntimeLines = z
  .object({
    service,
    container,
    deploymentId,
    lines: z
      .array(RuntimeLine.pick({ at: true, stream: true, text: true }))
      .describe('Consecutive lines of this container, oldest first.'),
  })
  .meta({ id: 'RuntimeLines', description: 'New log lines of one container.' })

export const containerEventKinds = ['started', 'exited', 'out_of_memory', 'healthy', 'unhealthy'] as const

const EventKind = z
  .enum(containerEventKinds)
  .describe(
    '`started`: it started; after `exited` of the same container this is a restart. `exited`: it stopped, with `exitCode`. `out_of_memory`: it exceeded its memory limit. `healthy`, `unhealthy`: the health check of its image changed.',
  )

export const ContainerEvent = z
  .object({
    id: idOf('evt'),
    at: Time.describe('When the event happened, according to the server’s clock.'),
    kind: EventKind,
    exitCode: z
      .int()
      .nullable()
      .meta({ description: 'Exit status of the main process; 0 means success. Null unless `kind` is `exited`.' }),
    service: z.string().meta({ description: 'Name of the service that the container belongs to.', example: 'web' }),
    container: z.string().meta({ description: 'First 12 digits of the Docker container ID.', example: '4f1c2d3e5a6b' }),
    deploymentId,
  })
  .meta({ id: 'ContainerEvent', description: 'Something that happened to a container.' })
export type ContainerEvent = z.output<typeof ContainerEvent>

export const ContainerEventQuery = PageQuery.extend({
  service: ServiceFilter,
  kind: EventKind.optional().meta({ example: 'exited' }),
})
export type ContainerEventQuery = z.output<typeof ContainerEventQuery>
export const ContainerEventPage = pageOf(ContainerEvent)
