/** Rules of a hostname, or of one of its paths. */
import { z } from 'zod'

const gibibyte = 1 << 30

export const maxBodyBytes = z
  .int()
  .min(1)
  .max(100 * gibibyte)

const Network = z
  .union([z.cidrv4(), z.cidrv6()])
  .refine((text) => !/^::ffff:/i.test(text), 'must be an IPv4 network in its own notation')
  .meta({ description: 'Network in CIDR notation.', example: '203.0.113.0/24' })

const AllowedNetworks = z.array(Network).max(100)

const RateLimit = z.strictObject({
  requests: z.int().min(1).max(100_000).meta({
    description: 'Requests that one client IP address can send in `seconds`, also all at once.',
    example: 100,
  }),
  seconds: z.int().min(1).max(3_600).meta({ description: 'Time in which `requests` are allowed again.', example: 60 }),
})

const TimeoutSeconds = z.int().min(1).max(3_600)

const HeaderName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must have 1 to 64 letters, digits, and hyphens, and begin with a letter')

const HeaderValue = z
  .string()
  .regex(
    /^[\u0021-\u007e](?:[\u0020-\u007e]{0,1022}[\u0021-\u007e])?$/,
    'must have 1 to 1,024 visible ASCII characters',
  )

/** Headers of one connection or body, which only the proxy can set. */
const connectionHeaders = [
  'connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding', 'upgrade',
  'content-length', 'content-encoding', 'expect',
] // biome-ignore format: a list
const clientHeaders = [
  'host', 'authorization', 'forwarded', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip', 'true-client-ip', 'cf-connecting-ip', 'cf-connecting-ipv6',
  'cf-pseudo-ipv4', 'fastly-client-ip', 'x-url-scheme', 'front-end-https', 'x-original-forwarded-for', 'x-original-url', 'x-rewrite-url',
  'x-original-host', 'x-host', 'proxy',
] // biome-ignore format: a list
const ownResponseHeaders = ['set-cookie', 'strict-transport-security', 'alt-svc', 'date']

export function isReservedHeader(name: string, kind: 'request' | 'response'): boolean {
  const plain = name.toLowerCase()
  if (connectionHeaders.includes(plain) || plain.startsWith('longshore-')) return true
  if (kind === 'response') return ownResponseHeaders.includes(plain)
  return clientHeaders.includes(plain) || plain.startsWith('x-forwarded-')
}

function headersOf(kind: 'request' | 'response') {
  const Name = HeaderName.refine((name) => !isReservedHeader(name, kind), 'is a header that only the proxy sets')
  return z
    .strictObject({
      set: z
        .array(
          z.strictObject({
            name: Name.meta({
              description: 'Which header to set, in any case. Headers that the proxy or browsers rely on are refused.',
              example: 'X-Team',
            }),
            value: HeaderValue.meta({ description: 'Value that replaces all others.', example: 'shop' }),
          }),
        )
        .max(30)
        .default([])
        .describe('Headers to set, at most 30. They replace the existing ones.'),
      remove: z
        .array(
          Name.meta({
            description: 'Which header to remove, in any case. Headers that the proxy or browsers rely on are refused.',
            example: 'Server',
          }),
        )
        .max(30)
        .default([])
        .describe('Headers to remove, at most 30.'),
    })
    .refine(({ set, remove }) => isUnique([...set.map(({ name }) => name), ...remove]), {
      message: 'has a header twice',
      path: ['set'],
    })
}

function isUnique(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.toLowerCase())).size === names.length
}

const RequestHeaders = headersOf('request')
const ResponseHeaders = headersOf('response')

/** Null: no rule; on a path, the rule of the hostname. */
const settings = {
  timeoutSeconds: TimeoutSeconds.nullable().meta({
    description:
      'Longest wait for the start of a response, in seconds; then visitors get a 504. Null: no limit, or on a path that of the hostname.',
  }),
  rateLimit: RateLimit.nullable().meta({
    description:
      'Limits the requests of each client IP address; further ones get a 429. IPv6 clients count by /64 network. Null: no limit, or on a path that of the hostname.',
  }),
  allowedNetworks: AllowedNetworks.nullable().meta({
    description:
      'Networks whose clients have access, at most 100; others get a 403. Null: all clients, or on a path those of the hostname.',
  }),
  requestHeaders: RequestHeaders.nullable().meta({
    description:
      'Headers to set or remove in requests before the service sees them. Those of a path come after those of the hostname. Null: none.',
  }),
  responseHeaders: ResponseHeaders.nullable().meta({
    description:
      "Headers to set or remove in the service's responses. Those of a path come after those of the hostname. Null: none.",
  }),
}

/** Rules that a request changes; missing ones stay as they are. */
export const changedRules = {
  timeoutSeconds: settings.timeoutSeconds.optional(),
  rateLimit: settings.rateLimit.optional(),
  allowedNetworks: settings.allowedNetworks.optional(),
  requestHeaders: settings.requestHeaders.optional(),
  responseHeaders: settings.responseHeaders.optional(),
}

/** All rules; missing ones are null. */
export const RouteRules = z.object({
  timeoutSeconds: settings.timeoutSeconds.default(null),
  rateLimit: settings.rateLimit.default(null),
  allowedNetworks: settings.allowedNetworks.default(null),
  requestHeaders: settings.requestHeaders.default(null),
  responseHeaders: settings.responseHeaders.default(null),
})
export type RouteRules = z.output<typeof RouteRules>
