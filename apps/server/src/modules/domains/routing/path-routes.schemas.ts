/** Paths of a hostname that other services of the environment receive. */
import { z } from 'zod'
import { ServiceName } from '../../environments/services.schemas.ts'

/** Segments of characters that need no escaping, without `.` and `..`, and without an end slash. */
const prefixPattern = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~!$&'()*+,=:@-]{1,254}){1,127}$/

export const maxPathRoutes = 50

export const PathRoute = z.strictObject({
  path: z.string().max(255).regex(prefixPattern, 'must be a path such as /api, without a slash at the end').meta({
    description:
      'Path whose requests the service receives, including everything below it: `/api` matches `/api` and `/api/x`, but not `/apix`. Upper and lower case differ.',
    example: '/api',
  }),
  service: ServiceName.meta({ description: 'Name of the web or static service that receives the requests.' }),
  stripPrefix: z
    .boolean()
    .default(false)
    .describe('Removes the path before the service sees the request: `/api/x` becomes `/x`.'),
})
export type PathRoute = z.output<typeof PathRoute>
