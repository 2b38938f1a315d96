/** Paths of a hostname that other services of the environment receive. */
import { z } from 'zod'
import { ServiceName } from '../../environments/services.schemas.ts'
import { maxBodyBytes, RouteRules } from './route-rules.schemas.ts'
import { Password, StoredSignIn, Username } from './sign-ins.schemas.ts'

/** Segments of characters that need no escaping, without `.` and `..`, and without an end slash. */
const prefixPattern = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~!$&'()*+,=:@-]{1,254}){1,127}$/

export const maxPathRoutes = 50

const fields = {
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
  maxBodyBytes: maxBodyBytes.nullable().default(null).meta({
    description: 'Largest request body in bytes; larger ones get a 413. Null: the limit of the hostname.',
  }),
  ...RouteRules.shape,
  inheritAccess: z
    .boolean()
    .default(true)
    .describe('Whether the users and networks of the hostname protect the path, unless it has its own.'),
}

export const PathRouteRequest = z.strictObject({
  ...fields,
  basicAuth: z
    .array(
      z.strictObject({
        username: Username,
        password: Password.optional().meta({
          description: 'Sign-in password, 8 to 256 characters. If it is missing, this path keeps the stored one.',
          example: 'correct horse battery',
        }),
      }),
    )
    .max(20)
    .default([])
    .meta({ description: 'Users of this path instead of those of the hostname, at most 20.' }),
})
export type PathRouteRequest = z.output<typeof PathRouteRequest>

export const PathRoute = z.object({
  ...fields,
  basicAuth: z
    .array(z.object({ username: z.string().describe('Sign-in name of one visitor. Passwords are never shown.') }))
    .describe('Users of this path. Empty if it has none of its own.'),
})
export type PathRoute = z.output<typeof PathRoute>

/** Passwords are stored only as hashes. */
export const StoredPath = z.object({
  ...fields,
  service: z.string(),
  signIns: z.array(StoredSignIn).default([]),
})
export type StoredPath = z.output<typeof StoredPath>
