/** Settings that the API and the worker share. */
import { z } from 'zod'
import { parseCdnRanges } from '../modules/domains/dns/cdn-ranges.policy.ts'
import { Secret } from '../platform/secrets/secret.ts'
import { key, list, url } from './setting-fields.ts'

export const commonSettings = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production').describe('Mode of the processes.'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info').describe('Log level.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .transform((text) => new Secret(text))
    .meta({ secret: true })
    .describe(
      'PostgreSQL 15 or later. For the commands migrate and upgrade, the login must own the database or be allowed to create roles. They create logins that own nothing for the API and the worker, from DATABASE_API_URL and DATABASE_WORKER_URL.',
    ),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(100)
    .default(10)
    .describe('Connections per pool. A process has two pools.'),
  PUBLIC_URL: url.describe('The URL people use. Links in emails always start with it.'),
  LINK_SOCKET: z
    .string()
    .regex(/^\/[^,]{0,200}(?:,\/[^,]{1,200}){0,7}$/, 'must be an absolute path, or several with commas between them')
    .optional()
    .describe(
      'Unix socket of the private link between API and worker on one machine. Each worker has its own. The API takes all paths, separated by commas, and uses the first that responds.',
    ),
  LINK_URL: z
    .url({ protocol: /^https$/ })
    .optional()
    .describe('URL of the private link between machines (HTTPS, mutual TLS).'),
  LINK_TLS_CA: z.string().optional().describe('PEM certificate of the authority that signed both sides of the link.'),
  LINK_TLS_CERT: z.string().optional().describe('PEM certificate of this side of the link.'),
  LINK_TLS_KEY: z
    .string()
    .transform((text) => new Secret(text))
    .optional()
    .meta({ secret: true })
    .describe('PEM private key of this side of the link.'),
  GENERATED_HOSTNAME_DOMAIN: z
    .string()
    .regex(/^(?:off|[a-z0-9](?:[a-z0-9.-]{0,200}[a-z0-9])?)$/, 'must be a domain such as sslip.io, or off')
    .default('sslip.io')
    .transform((text) => (text === 'off' ? null : text))
    .describe(
      'Environments on servers without a base domain get a hostname such as name-203-0-113-7.sslip.io, which resolves to the server without any DNS setup. off: no automatic hostname.',
    ),
  SIGN_UP_MODE: z
    .enum(['open', 'first-user', 'closed'])
    .default('first-user')
    .describe('Who can sign up. first-user: only the first account; everyone else needs an invitation.'),
  OPERATORS: list
    .default([])
    .describe(
      'Email addresses, or endings such as @example.com, of accounts that can manage the whole instance. Counts only for addresses verified by email or by the setup link. An account created by invitation verifies its address by resetting its password. If empty: the owners of the only organization, unless anyone can register.',
    ),
  EMAILS_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(200)
    .describe(
      'Invitations and notifications that one organization can send by email per day. One address gets at most half of them as notifications, and one in forty as invitations.',
    ),
  PRIVATE_DOMAIN_SUFFIXES: list
    .refine(
      (names) => names.every((each) => /^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/.test(each)),
      'must be a list of suffixes',
    )
    .default([])
    .describe(
      "Suffixes that can be registered although they aren't public, for networks with their own DNS, for example corp,intra.example.",
    ),
  CDN_RANGES: z
    .string()
    .max(20_000)
    .refine(
      (text) => parseCdnRanges(text) !== undefined,
      'must be a list of name=network network, separated by semicolons',
    )
    .default('')
    .describe(
      'Networks of CDNs and load balancers in addition to the known ones, for example edge=198.51.100.0/24 2001:db8::/32; inner=10.1.0.0/16.',
    ),
  LINK_KEY: key.describe(
    'Key that signs the single-use tokens of the link. It must be the same on both sides. Generate one with: openssl rand -base64 32',
  ),
}
