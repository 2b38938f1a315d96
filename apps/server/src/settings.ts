/** All settings, by process, as zod schemas. The descriptions become docs/reference/settings.md. */
import { z } from 'zod'
import { ImageReference } from './modules/environments/source-names.schemas.ts'
import { parseQuotas } from './modules/organizations/quotas.policy.ts'
import { defaultExampleImage } from './modules/projects/example-app.policy.ts'
import { Secret } from './platform/secrets/secret.ts'
import { commonSettings } from './settings/common-settings.ts'
import { deploySettings } from './settings/deploy-settings.ts'
import { instanceBackupSchedule, instanceStoreSettings } from './settings/instance-backup-settings.ts'
import { pollingSettings } from './settings/polling-settings.ts'
import { key, list, port, url } from './settings/setting-fields.ts'

export const apiSettings = z.object({
  ...commonSettings,
  API_HOST: z.string().default('127.0.0.1').describe('IP address the API listens on.'),
  API_PORT: port.default(8460).describe('Port of the API.'),
  API_METRICS_HOST: z.string().default('127.0.0.1').describe('IP address for Prometheus metrics. Keep it private.'),
  API_METRICS_PORT: port.default(9460).describe('Port for API metrics.'),
  API_DOCS: z
    .enum(['off', 'signed-in', 'public'])
    .default('signed-in')
    .describe(
      'Who can open the API reference at /api/docs and /api/openapi.json: signed-in (people who are signed in, and API tokens), public (everyone), or off (nobody).',
    ),
  DASHBOARD_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .optional()
    .describe("Folder with the built dashboard, read when the API starts. Default: the build's output folder."),
  DOCS_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .optional()
    .describe(
      "Folder with the built documentation, which the API serves at /docs. Default: the build's output folder.",
    ),
  CATALOG_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .optional()
    .describe(
      "Folder with your own catalog, read when the API starts: one folder for each template. It replaces the release's templates. Default: the catalog of the release.",
    ),
  API_DERIVE_KEY: key.describe(
    'Key from which TOTP secrets, recovery codes, and webhook secrets are derived. After a change, two-factor sign-in no longer works, and Git providers need new webhook secrets.',
  ),
  SEALING_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z]{58}$/, 'must be an age recipient (age1…)')
    .describe('Public key of the worker’s sealing identity. The API can encrypt secrets, but never decrypt them.'),
  TRUST_PROXY: list
    .default([])
    .describe(
      'IP addresses or networks of trusted reverse proxies (X-Forwarded-For). gateway: the machine that runs the API container.',
    ),
  DOMAIN_RESERVATION_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(30)
    .describe('How long a deleted, verified hostname stays reserved for its organization.'),
  QUOTA_CEILINGS: list
    .transform(parseQuotas)
    .refine((quotas) => quotas !== undefined, 'must be a list such as projects=50,servers=5')
    .transform((quotas) => quotas ?? {})
    .default({})
    .describe(
      'The most that the owner of an organization can set as its quotas, for example projects=50,servers=5. Default: the default quotas. Operators can set more.',
    ),
  EXAMPLE_IMAGE: ImageReference.default(defaultExampleImage).describe(
    'Image with Node.js that the example app runs on. Set it to a mirror if your servers can’t reach Docker Hub.',
  ),
  SECURITY_CONTACT: list
    .refine(
      (contacts) => contacts.every((each) => /^(?:mailto:|https:\/\/|tel:)[!-~]{3,300}$/.test(each)),
      'must be a list of addresses that begin with mailto:, https:// or tel:',
    )
    .default([])
    .describe(
      'Where people report a vulnerability of this instance, for example mailto:security@example.com. It is published at /.well-known/security.txt.',
    ),
  CORS_ORIGINS: list.default([]).describe('Origins of other sites that can call the API from a browser.'),
  API_REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(300)
    .describe('Maximum requests per minute for one user or token.'),
})
export type ApiSettings = z.output<typeof apiSettings>

export const workerSettings = z.object({
  ...commonSettings,
  WORKER_HOST: z.string().default('127.0.0.1').describe('IP address where Restate calls the worker. Keep it private.'),
  WORKER_PORT: port.default(9461).describe('Port for Restate’s calls to the worker.'),
  WORKER_URL: url
    .optional()
    .describe('URL where Restate reaches the worker. Default: from WORKER_HOST and WORKER_PORT.'),
  WORKER_METRICS_HOST: z.string().default('127.0.0.1').describe('IP address for Prometheus metrics. Keep it private.'),
  WORKER_METRICS_PORT: port.default(9462).describe('Port for worker metrics.'),
  RESTATE_INGRESS_URL: url.describe('Restate ingress URL.'),
  RESTATE_ADMIN_URL: url.describe('Restate admin API URL.'),
  RESTATE_IDENTITY_KEYS: list
    .refine(
      (keys) => keys.length > 0 && keys.every((each) => /^publickeyv1_\w+$/.test(each)),
      'must be one or more publickeyv1_… keys',
    )
    .describe('Restate public keys whose requests the worker accepts. Set several while you rotate a key.'),
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
    .describe('age identities that decrypt secrets. The first is current; the others are being retired.'),
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
      'Networks where servers can be: public, private, and networks with optional ports, for example private,203.0.113.0/24:22,127.0.0.1:22. This machine’s own addresses need a port. Link-local and metadata addresses are never allowed.',
    ),
  OUTBOUND_ALLOW: z
    .string()
    .regex(/^[a-z0-9.:/,[\] -]{1,2000}$/i, 'must be a list of public, private and networks with ports')
    .default('public')
    .describe(
      'Networks where Git providers and other external systems can be, for example public,10.0.0.0/8:443,127.0.0.1:3000. Plain HTTP is only allowed to listed networks. This machine’s own addresses need a port. Link-local and metadata addresses are never allowed.',
    ),
  MAX_CONCURRENT_ANALYSES: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(2)
    .describe(
      'Maximum concurrent analyses across all workers. Each takes up to half a gigabyte. Organizations take turns.',
    ),
  SOURCE_RUNTIME_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .optional()
    .describe(
      'Folder for fetched repositories and for programs that the worker unpacks from the container image. Default: the folder for temporary files.',
    ),
  SSH_RUNTIME_DIRECTORY: z
    .string()
    .regex(/^\/[A-Za-z0-9_/.-]{0,50}$/, 'must be a short absolute path')
    .optional()
    .describe('Parent folder of the private folder for SSH sockets. Default: the system’s folder for temporary files.'),
  ...pollingSettings,
  ...deploySettings,
  ...instanceStoreSettings,
  ...instanceBackupSchedule,
  MAIL_FROM: z.email().default('longshore@localhost').describe('Sender address of emails.'),
})
export type WorkerSettings = z.output<typeof workerSettings>

/** Settings of operator commands. */
export const databaseSettings = z.object({
  DATABASE_URL: commonSettings.DATABASE_URL,
  LOG_LEVEL: commonSettings.LOG_LEVEL,
})
/** Settings of the command that prepares the database. */
const loginSettings = {
  DATABASE_API_URL: commonSettings.DATABASE_URL.optional().describe(
    "Database URL for the API. If set, migrate creates its login with this password. The login owns nothing and can't rewrite the audit log. If not set, the API uses DATABASE_URL.",
  ),
  DATABASE_WORKER_URL: commonSettings.DATABASE_URL.optional().describe(
    'Database URL for the worker, like DATABASE_API_URL.',
  ),
}
export const migrateSettings = databaseSettings.extend(loginSettings)
export const setupLinkSettings = databaseSettings.extend({ PUBLIC_URL: commonSettings.PUBLIC_URL })
export const operatorSettings = databaseSettings.extend({ SEALING_IDENTITIES: workerSettings.shape.SEALING_IDENTITIES })
export const instanceBackupSettings = operatorSettings.extend({
  ...instanceStoreSettings,
  OUTBOUND_ALLOW: workerSettings.shape.OUTBOUND_ALLOW,
})
export const upgradeSettings = instanceBackupSettings.extend(loginSettings)
export type InstanceBackupSettings = z.output<typeof instanceBackupSettings>
export const recoveryKitSettings = operatorSettings.extend({
  PUBLIC_URL: commonSettings.PUBLIC_URL,
  API_DERIVE_KEY: apiSettings.shape.API_DERIVE_KEY.optional(),
})
