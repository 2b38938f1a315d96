/** Every setting, by process, as zod schemas. The descriptions become docs/reference/settings.md. */
import { z } from 'zod'
import { parseQuotas } from './modules/organizations/quotas.policy.ts'
import { Secret } from './platform/secrets/secret.ts'
import { commonSettings } from './settings/common-settings.ts'
import { deploySettings } from './settings/deploy-settings.ts'
import { instanceBackupSchedule, instanceStoreSettings } from './settings/instance-backup-settings.ts'
import { lookSettings } from './settings/look-settings.ts'
import { flag, key, list, port, url } from './settings/setting-fields.ts'

export const apiSettings = z.object({
  ...commonSettings,
  API_HOST: z.string().default('127.0.0.1').describe('Where the API listens.'),
  API_PORT: port.default(8460).describe('Port of the API.'),
  API_METRICS_HOST: z.string().default('127.0.0.1').describe('Where Prometheus metrics listen; keep it private.'),
  API_METRICS_PORT: port.default(9460).describe('Port of the API’s metrics.'),
  API_DOCS: flag.optional().describe('Serves /api/docs and /api/openapi.json. Default: only outside production.'),
  DASHBOARD_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .optional()
    .describe('The built dashboard, read when the API starts. Default: where the build puts it.'),
  API_DERIVE_KEY: key.describe(
    'Signing keys and TOTP secrets are derived from it; changing it ends all sessions and second factors.',
  ),
  SEALING_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z]{58}$/, 'must be an age recipient (age1…)')
    .describe('Public half of the worker’s sealing identity: the API can seal secrets, never open them.'),
  TRUST_PROXY: list
    .default([])
    .describe(
      'Addresses or networks of reverse proxies whose X-Forwarded-For is believed. gateway: the machine that the container of the API runs on.',
    ),
  DOMAIN_HOLD_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(30)
    .describe('How long a verified hostname that was deleted can be verified by its organisation only.'),
  QUOTA_CEILINGS: list
    .transform(parseQuotas)
    .refine((quotas) => quotas !== undefined, 'must be a list such as projects=50,servers=5')
    .transform((quotas) => quotas ?? {})
    .default({})
    .describe(
      'The most that the owner of an organization can set as its quotas, for example projects=50,servers=5. Default: the default quotas. Operators can set more.',
    ),
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
  ...commonSettings,
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
  ...lookSettings,
  ...deploySettings,
  ...instanceStoreSettings,
  ...instanceBackupSchedule,
  MAIL_FROM: z.email().default('longshore@localhost').describe('Sender of mail.'),
})
export type WorkerSettings = z.output<typeof workerSettings>

/** For commands of the operator. */
export const databaseSettings = z.object({
  DATABASE_URL: commonSettings.DATABASE_URL,
  LOG_LEVEL: commonSettings.LOG_LEVEL,
})
/** For the command that prepares the database. */
const loginSettings = {
  DATABASE_API_URL: commonSettings.DATABASE_URL.optional().describe(
    'The address with which the api signs in. If given, its login is made and gets this password; it owns nothing and cannot rewrite the audit log. If not given, the api uses the login of DATABASE_URL.',
  ),
  DATABASE_WORKER_URL: commonSettings.DATABASE_URL.optional().describe('The same for the worker.'),
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
