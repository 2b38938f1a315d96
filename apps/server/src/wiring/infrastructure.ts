/** Connections and keys that the modules of the worker process share. The API process never loads this file. */
import { type AddressPolicy, isNamed } from '@longshore/addresses'
import { createServerPool, type ServerPool } from '@longshore/remote/ssh'
import { createGitSource, type GitSource } from '@longshore/source/git'
import { ConfigError } from '../config.ts'
import { createDatabase } from '../platform/database/database.ts'
import { createListener } from '../platform/database/listener.ts'
import type { Log } from '../platform/log/log.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { createOutbound, type Outbound } from '../platform/outbound/outbound.ts'
import { createUnsealer } from '../platform/secrets/unseal.ts'
import { parseAllowed } from '../settings/allowed-addresses.ts'
import type { WorkerSettings } from '../settings.ts'

export type Infrastructure = Awaited<ReturnType<typeof createInfrastructure>>

const applicationName = 'longshore-worker'

export async function createInfrastructure(settings: WorkerSettings, log: Log) {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = settings
  const [identity, ...retired] = settings.SEALING_IDENTITIES
  if (identity === undefined) throw new ConfigError([{ setting: 'SEALING_IDENTITIES', fault: 'is missing' }])
  const url = settings.DATABASE_URL.reveal()
  /** Closes in reverse order. */
  const resources = new AsyncDisposableStack()
  const database = resources.use(
    createDatabase({
      ...{ url, applicationName, poolSize: settings.DATABASE_POOL_SIZE },
      onIdleError: (err) => log.warn({ err }, 'database connection broke'),
    }),
  )
  const listener = resources.use(createListener({ url, applicationName, log }))
  const unsealer = await createUnsealer([identity, ...retired])
  const mailer = resources.use(smtpUrl === undefined ? null : createMailer({ smtpUrl, from }))
  const sshAllow = parseAllowed(settings, 'SSH_ALLOW')
  const outboundAllow = parseAllowed(settings, 'OUTBOUND_ALLOW')
  const outbound = resources.use(createOutbound({ allow: outboundAllow }))
  const git = resources.use(createGit(settings, outbound, outboundAllow))
  const pool = resources.use(createPool(settings, sshAllow))
  return {
    ...{ resources, database, listener, unsealer, mailer, sshAllow, outboundAllow, outbound, git, pool, log },
    identities: [identity, ...retired] as const,
  }
}

/** Git connects only to addresses that the outbound guard allows, and does no DNS lookups itself. */
function createGit(settings: WorkerSettings, outbound: Outbound, allow: AddressPolicy): GitSource {
  const { SOURCE_RUNTIME_DIRECTORY: runtimeDirectory } = settings
  return createGitSource({
    resolve: async (host, port) => await outbound.resolve(host, port),
    mayUseHttp: (address, port) => isNamed(allow, address, port),
    ...(runtimeDirectory === undefined ? {} : { runtimeDirectory }),
  })
}

function createPool(settings: WorkerSettings, allow: AddressPolicy): ServerPool {
  const { SSH_RUNTIME_DIRECTORY: runtimeDirectory } = settings
  return createServerPool({
    allow,
    // Longer than the time between two checks, so that they share one connection.
    idleMs: Math.min(2_500 * settings.SERVER_CHECK_SECONDS, 300_000),
    ...(runtimeDirectory === undefined ? {} : { runtimeDirectory }),
  })
}
