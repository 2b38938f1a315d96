/** Stored options of a custom hostname. Passwords are stored only as hashes. */
import { z } from 'zod'
import { StoredPath } from './path-routes.schemas.ts'
import { RouteRules } from './route-rules.schemas.ts'
import { StoredSignIn } from './sign-ins.schemas.ts'

export const RedirectStatus = z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)])

const pathPattern = /^\/(?:[A-Za-z0-9._~!$&'()*+,;=:@-][A-Za-z0-9._~!$&'()*+,;=:@/-]{0,999})?$/
const Path = z.string().regex(pathPattern, 'must be a path of letters, digits, and characters that need no escaping')
const addressPattern = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::[0-9]{1,5})?(?:\/[^\s]{0,1000})?$/

/** No patterns: an exact path, or everything below it. */
export const RedirectRule = z.strictObject({
  from: Path.meta({ description: 'Path that visitors request.', example: '/old' }),
  match: z.enum(['exact', 'prefix']).default('exact').meta({
    description:
      'Which requests match. `exact`: only this path. `prefix`: also everything below it; the rest of the path is appended to `to`.',
  }),
  to: z
    .string()
    .max(1_300)
    .refine((text) => isTarget(text), 'must be a path, or a URL that starts with http:// or https://')
    .meta({
      description: 'Where visitors are sent: a path on the same hostname or a full URL. The query string is kept.',
      example: '/new',
    }),
  status: RedirectStatus.default(308).describe(
    'HTTP status of the redirect. 301 and 308 are permanent, 302 and 307 temporary; 307 and 308 keep the request method.',
  ),
})
export type RedirectRule = z.output<typeof RedirectRule>

function isTarget(text: string): boolean {
  if (text.startsWith('/')) return pathPattern.test(text)
  const [, path = '/'] = addressPattern.test(text) ? (/^https?:\/\/[^/]{1,260}(\/.{0,1000})?$/.exec(text) ?? []) : []
  return addressPattern.test(text) && pathPattern.test(path)
}

export const Hsts = z.strictObject({
  maxAgeSeconds: z
    .int()
    .min(0)
    .max(63_072_000)
    .default(31_536_000)
    .describe('How long browsers remember to use HTTPS only, in seconds. Defaults to one year.'),
  includeSubdomains: z.boolean().default(false).describe('Applies the rule to every hostname below this one too.'),
  preload: z
    .boolean()
    .default(false)
    .describe('Allows browsers to ship the rule in their preload lists. This is hard to undo.'),
})

export const maxPageLength = 65_536

export const ErrorPage = z.strictObject({
  status: z.union([z.literal(502), z.literal(504)]).meta({
    description:
      "Response that has this page. 502: the service can't be reached. 504: it took longer than `timeoutSeconds`.",
  }),
  html: z
    .string()
    .min(1)
    .max(maxPageLength)
    .meta({ description: 'Complete HTML page, up to 65,536 characters.', example: '<h1>Please try again</h1>' }),
})

export const RouteOptions = z.object({
  /** The counterpart (with or without `www.`) redirects here; the rules are those of this hostname. */
  www: z.boolean().default(false),
  rules: z.array(RedirectRule).default([]),
  /** Redirects every request to this hostname. */
  redirectTo: z.string().nullable().default(null),
  hsts: Hsts.nullable().default(null),
  signIns: z.array(StoredSignIn).default([]),
  maxBodyBytes: z.int().nullable().default(null),
  maintenancePage: z.string().nullable().default(null),
  /** All visitors see the maintenance page, although something is live. */
  isInMaintenance: z.boolean().default(false),
  errorPages: z.array(ErrorPage).default([]),
  ...RouteRules.shape,
  /** The longest path comes first. */
  paths: z.array(StoredPath).default([]),
})
export type RouteOptions = z.output<typeof RouteOptions>
export const noOptions: RouteOptions = RouteOptions.parse({})
