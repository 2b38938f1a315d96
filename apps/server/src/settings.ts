/** Every setting, by process, as zod schemas. The descriptions become docs/reference/settings.md. */
import { z } from 'zod'
import { parseCdnRanges } from './modules/domains/cdn-ranges.policy.ts'
import { parseResolvers } from './platform/dns/resolvers.ts'
import { parseKey } from './platform/secrets/key.ts'
import { Secret } from './platform/secrets/secret.ts'

const wellKnown = /secret|password|changeme|example|default|longshore/i
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const port = z.coerce.number().int().min(0).max(65_535)
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)
const url = z.url({ protocol: /^https?$/ }).transform((text) => (text.endsWith('/') ? text.slice(0, -1) : text))

const key = z
  .string()
  .transform((text, context) => {
    try {
      if (wellKnown.test(`${text} ${Buffer.from(text, 'base64').toString('latin1')}`))
        throw new Error('is a well-known value')
      const secret = parseKey(text, 'it')
      // 32 random bytes are all printable once in 10^13 keys; a sentence always is.
      if (secret.revealBytes().every((byte) => byte >= 0x20 && byte < 0x7f))
        throw new Error('is text, not random; make one with: openssl rand -base64 32')
      return secret
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is unusable' })
      return z.NEVER
    }
  })
  .meta({ secret: true })

const common = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('production')
    .describe('Production switches the API documentation off.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('How much is logged.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .transform((text) => new Secret(text))
    .meta({ secret: true })
    .describe('PostgreSQL 15 or newer. The login must own the database or be allowed to create roles.'),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(100)
    .default(10)
    .describe('Connections per pool; a process has two pools.'),
  PUBLIC_URL: url.describe('The address people use. Links in mail are made from it and from nothing else.'),
  LINK_SOCKET: z
    .string()
    .startsWith('/')
    .optional()
    .describe('Unix socket of the private link between api and worker, on one machine.'),
  LINK_URL: z
    .url({ protocol: /^https$/ })
    .optional()
    .describe('Address of the private link between machines (https, mutual TLS).'),
  LINK_TLS_CA: z.string().optional().describe('PEM: authority that signed both sides of the link.'),
  LINK_TLS_CERT: z.string().optional().describe('PEM: certificate of this side.'),
  LINK_TLS_KEY: z
    .string()
    .transform((text) => new Secret(text))
    .optional()
    .meta({ secret: true })
    .describe('PEM: private key of this side.'),
  ADDRESS_DOMAIN: z
    .string()
    .regex(/^(?:off|[a-z0-9](?:[a-z0-9.-]{0,200}[a-z0-9])?)$/, 'must be a domain such as sslip.io, or off')
    .default('sslip.io')
    .transform((text) => (text === 'off' ? null : text))
    .describe(
      'Environments on servers without a base domain get an address of the form name-203-0-113-7.sslip.io, which leads to the server without any DNS of yours. off: they get none.',
    ),
  SIGN_UP_MODE: z
    .enum(['open', 'first-user', 'closed'])
    .default('first-user')
    .describe('Who may register. first-user: only the first account; then by invitation.'),
  DOMAINS_ALLOW: list
    .refine(
      (names) => names.every((each) => /^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/.test(each)),
      'must be a list of suffixes',
    )
    .default([])
    .describe(
      'Suffixes whose names can be registered although no registry of the world has them, for networks with a DNS of their own, for example corp,intra.example.',
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
      'Networks of content delivery networks and load balancers beside the known ones, for example edge=198.51.100.0/24 2001:db8::/32; inner=10.1.0.0/16.',
    ),
  LINK_KEY: key.describe(
    'Signs the one-use tokens of the link; the same on both sides. Make one with: openssl rand -base64 32',
  ),
}

export const apiSettings = z.object({
  ...common,
  API_HOST: z.string().default('127.0.0.1').describe('Where the API listens.'),
  API_PORT: port.default(8460).describe('Port of the API.'),
  API_METRICS_HOST: z.string().default('127.0.0.1').describe('Where Prometheus metrics listen; keep it private.'),
  API_METRICS_PORT: port.default(9460).describe('Port of the API’s metrics.'),
  API_DOCS: flag.optional().describe('Serves /api/docs and /api/openapi.json. Default: only outside production.'),
  API_DERIVE_KEY: key.describe(
    'Signing keys and TOTP secrets are derived from it; changing it ends all sessions and second factors.',
  ),
  SEALING_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z]{58}$/, 'must be an age recipient (age1…)')
    .describe('Public half of the worker’s sealing identity: the API can seal secrets, never open them.'),
  TRUST_PROXY: list.default([]).describe('Addresses or networks of reverse proxies whose X-Forwarded-For is believed.'),
  DOMAIN_HOLD_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(30)
    .describe('How long a verified hostname that was deleted can be verified by its organisation only.'),
  CORS_ORIGINS: list.default([]).describe('Origins of other sites that may call the API from a browser.'),
  API_REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(300)
    .describe('Requests a minute for one user or token.'),
})
export type ApiSettings = z.output<typeof apiSettings>

export const workerSettings = z.object({
  ...common,
  WORKER_HOST: z.string().default('127.0.0.1').describe('Where the engine calls the worker; keep it private.'),
  WORKER_PORT: port.default(9461).describe('Port for the engine’s calls.'),
  WORKER_URL: url.optional().describe('How the engine reaches the worker. Default: from WORKER_HOST and WORKER_PORT.'),
  WORKER_METRICS_HOST: z.string().default('127.0.0.1').describe('Where Prometheus metrics listen; keep it private.'),
  WORKER_METRICS_PORT: port.default(9462).describe('Port of the worker’s metrics.'),
  RESTATE_INGRESS_URL: url.describe('Ingress of the durable engine.'),
  RESTATE_ADMIN_URL: url.describe('Admin API of the durable engine.'),
  RESTATE_IDENTITY_KEYS: list
    .refine(
      (keys) => keys.length > 0 && keys.every((each) => /^publickeyv1_\w+$/.test(each)),
      'must be one or more publickeyv1_… keys',
    )
    .describe('Public keys whose requests the worker accepts; several while a key is being changed.'),
  SEALING_IDENTITIES: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine(
      (identities) => identities.length > 0 && identities.every((each) => /^AGE-SECRET-KEY-1[0-9A-Z]{58}$/.test(each)),
      'must be one or more age identities (AGE-SECRET-KEY-1…)',
    )
    .transform((identities) => identities.map((each) => new Secret(each)))
    .meta({ secret: true })
    .describe('age identities that open sealed secrets; the first is current, the others are being retired.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .transform((text) => new Secret(text))
    .optional()
    .meta({ secret: true })
    .describe(
      'Mail server, for example smtps://user:password@mail.example.com. Without it the command "otp" prints codes.',
    ),
  SSH_ALLOW: z
    .string()
    .regex(/^[a-z0-9.:/,[\] -]{1,2000}$/i, 'must be a list of public, private and networks with ports')
    .default('public,private')
    .describe(
      'Where servers may be: public, private, and networks with optional ports, for example private,203.0.113.0/24:22,127.0.0.1:22. This machine’s own addresses need a port; link-local and metadata addresses are never allowed.',
    ),
  OUTBOUND_ALLOW: z
    .string()
    .regex(/^[a-z0-9.:/,[\] -]{1,2000}$/i, 'must be a list of public, private and networks with ports')
    .default('public')
    .describe(
      'Where Git providers and other systems that users name may be, for example public,10.0.0.0/8:443,127.0.0.1:3000. Plain http only to networks that are named. This machine’s own addresses need a port; link-local and metadata addresses are never allowed.',
    ),
  ANALYSES_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(2)
    .describe(
      'Repositories that are analysed at a time, in all workers together; each takes up to half a gigabyte. Those that wait take turns fairly between organisations.',
    ),
  SOURCE_RUNTIME_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .optional()
    .describe('Where fetched repositories lie while they are read. Default: the folder for temporary files.'),
  SSH_RUNTIME_DIRECTORY: z
    .string()
    .regex(/^\/[A-Za-z0-9_/.-]{0,50}$/, 'must be a short absolute path')
    .optional()
    .describe('Where the private folder for SSH sockets is made. Default: the system’s folder for temporary files.'),
  SERVER_CHECK_SECONDS: z.coerce
    .number()
    .int()
    .min(2)
    .max(3_600)
    .default(60)
    .describe('Between two looks at a server.'),
  SERVER_CHECKS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .default(20)
    .describe('Servers that a worker looks at side by side.'),
  METRICS_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(15)
    .describe('Between two measurements of what a server and its containers use. 0: nothing is measured.'),
  ALERT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(300)
    .default(15)
    .describe('Between two judgements of a server by the rules of alerts.'),
  SECURITY_SCAN_HOURS: z.coerce
    .number()
    .min(0)
    .max(8_760)
    .default(24)
    .describe('Between two looks at the security of a server, spread over the servers. 0: only when somebody asks.'),
  PROXY_PROGRAMS_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .default('/usr/local/lib/longshore/proxy')
    .describe(
      'Where the programs of the proxy are, one for each architecture: longshore-proxy-amd64, longshore-proxy-arm64. The container image has them.',
    ),
  ACME_DIRECTORY: z
    .url({ protocol: /^https$/ })
    .optional()
    .describe(
      'Directory of the certificate authority from which servers get certificates (ACME, RFC 8555). Default: Let’s Encrypt.',
    ),
  ACME_STAGING: flag
    .default(false)
    .describe('Certificates of Let’s Encrypt’s staging environment: nobody trusts them, and its limits are generous.'),
  ACME_ROOT: z
    .string()
    .max(100_000)
    .regex(/^-----BEGIN CERTIFICATE-----/, 'must be a certificate in PEM')
    .optional()
    .describe('PEM: the authority that signed for the server of ACME_DIRECTORY, where not everybody trusts it.'),
  ACME_EMAIL: z
    .email()
    .optional()
    .describe('Given to the certificate authority with the account of each server; some write to it.'),
  DNS_RESOLVERS: list
    .refine(
      (names) => parseResolvers(names) !== undefined,
      'must be a list of addresses with optional ports, or system',
    )
    .default(['1.1.1.1', '8.8.8.8', '9.9.9.9'])
    .describe(
      'Resolvers that are asked about domains, up to five, for example 1.1.1.1,[2620:fe::fe]:53; system: those of this machine.',
    ),
  DNS_AUTHORITY_PORT: port
    .default(53)
    .describe('Port at which name servers of domains are asked. Where they are is limited by OUTBOUND_ALLOW.'),
  DOMAIN_CHECK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(30)
    .describe('Between the first looks at a domain that is not right yet; later ones are further apart.'),
  CAA_ISSUERS: list
    .default(['letsencrypt.org'])
    .describe('Domains by which the certificate authority goes in CAA records.'),
  PREVIEW_LOOK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(60)
    .describe('Between two looks at the open pull requests of a project with previews, beside what webhooks tell.'),
  SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(30)
    .describe('Between two comparisons of what is on a server with what should be there.'),
  WEBHOOK_CHECK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(600)
    .describe('Between two looks whether a hook is still at the forge; one that is gone is registered again.'),
  GIT_POLL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(60)
    .describe('Between two looks for new commits, of environments that poll in place of a hook.'),
  RUNTIME_LOG_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(14)
    .describe('How long the output of containers is kept, and what became of them.'),
  RUNTIME_LOG_BYTES: z.coerce
    .number()
    .int()
    .min(1_000_000)
    .max(1_000_000_000_000)
    .default(256_000_000)
    .describe('How much output of one environment is kept, compressed; the oldest goes first.'),
  NETWORK_POOL: z
    .string()
    .regex(/^\d{1,3}(?:\.\d{1,3}){3}\/(?:8|9|1\d|2[0-4])$/, 'must be a network such as 10.210.0.0/16')
    .default('10.210.0.0/16')
    .describe('Each environment gets a subnet of this on its server: 32 addresses. 10.210.0.0/16 has room for 2,048.'),
  KEEP_RELEASES: z.coerce
    .number()
    .int()
    .min(0)
    .max(100)
    .default(5)
    .describe('Releases of an environment whose images stay on its server for a rollback, beside the live one.'),
  BUILD_TIMEOUT_SECONDS: z.coerce
    .number()
    .int()
    .min(10)
    .max(86_400)
    .default(3_600)
    .describe('How long a build may take.'),
  BUILD_OUTPUT_BYTES: z.coerce
    .number()
    .int()
    .min(10_000)
    .max(10_000_000_000)
    .default(50_000_000)
    .describe('How much a build may print before it is ended.'),
  BUILD_PIDS: z.coerce.number().int().min(16).max(1_000_000).default(2_048).describe('Processes of a build at a time.'),
  SERVER_DISK_RESERVE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(1_000_000_000)
    .describe('What must stay free on a server’s disk: no deployment begins with less, and a build is ended.'),
  SERVER_MEMORY_RESERVE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(256_000_000)
    .describe('Memory that is left for what runs on a server while something is built there.'),
  BUILDX_PROGRAM: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .default('/usr/libexec/docker/cli-plugins/docker-buildx')
    .describe(
      'The docker-buildx program, 0.13 or newer, by which images are built on servers. The container image has it.',
    ),
  MAIL_FROM: z.email().default('longshore@localhost').describe('Sender of mail.'),
})
export type WorkerSettings = z.output<typeof workerSettings>

/** For commands of the operator. */
export const databaseSettings = z.object({ DATABASE_URL: common.DATABASE_URL, LOG_LEVEL: common.LOG_LEVEL })
export const setupLinkSettings = databaseSettings.extend({ PUBLIC_URL: common.PUBLIC_URL })
export const operatorSettings = databaseSettings.extend({ SEALING_IDENTITIES: workerSettings.shape.SEALING_IDENTITIES })
