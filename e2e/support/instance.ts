/** A whole Longshore on this machine: PostgreSQL, Restate, mail server, api and worker, as real processes on loopback. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureLogins } from '../../apps/server/src/testing/internals/database.ts'
import { quotaNames } from '../../apps/server/src/testing/internals/organizations.ts'
import { generateIdentity } from '../../apps/server/src/testing/internals/secrets.ts'
import { startPostgres, type TestPostgres } from '../../apps/server/src/testing/postgres.ts'
import { startRestate, type TestRestate } from '../../apps/server/src/testing/restate.ts'
import { freePorts } from './free-ports.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { ServerProcess } from './server-process.ts'
import { makeUpgradeFolder } from './upgrade-folder.ts'

export interface InstanceOptions {
  /** Without the worker nothing is sent or run, which saves time where only responses matter. */
  worker?: boolean
  /** Turns fsync on, as in production. */
  durable?: boolean
  /** A free port, unless users have to know it. */
  apiPort?: number
  environment?: Record<string, string>
  /** Settings of the api alone. */
  apiSettings?: Record<string, string>
  nodeOptions?: string[]
  postgresSettings?: string[]
  /** Runs the api by this program, such as `ip netns exec`; it is then asked for its readiness in the same way. */
  apiWrapper?: string[]
  /** Another entry point of the worker. */
  workerMain?: string
  /** The checkout whose api and worker run, for suites that compare with another commit. */
  root?: string
  /** Creates the database and the login of each process. */
  logins?: (postgres: TestPostgres) => Promise<Logins>
  /** Runs before the processes start. */
  prepare?: (databaseUrl: string) => Promise<void>
}

/** Settings with the database login of each process. */
export interface Logins {
  readonly superuser: string
  readonly api: Record<string, string>
  readonly worker: Record<string, string>
}

export interface Instance extends AsyncDisposable {
  readonly url: string
  /** Database URL of the superuser. */
  readonly databaseUrl: string
  /** The worker's environment. */
  readonly environment: Record<string, string>
  readonly apiEnvironment: Record<string, string>
  readonly postgres: TestPostgres
  readonly restate: TestRestate | null
  readonly mailbox: Mailbox
  readonly api: ServerProcess
  readonly worker: ServerProcess
  startApi(): Promise<void>
  startWorker(): Promise<void>
}

export async function startInstance(options: InstanceOptions = {}): Promise<Instance> {
  const stack = new AsyncDisposableStack()
  const withWorker = options.worker !== false
  const [postgres, restate, mailbox, folder, identity, ports] = await Promise.all([
    startPostgres({ durable: options.durable === true, settings: options.postgresSettings ?? [] }),
    withWorker ? startRestate() : null,
    startMailbox(),
    mkdtemp(join(tmpdir(), 'longshore-instance-')),
    generateIdentity(),
    freePorts(5),
  ])
  for (const part of [postgres, restate, mailbox]) if (part !== null) stack.use(part)
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const [freePort = 0, apiMetrics = 0, workerPort = 0, workerMetrics = 0] = ports
  const apiPort = options.apiPort ?? freePort
  const logins = await (options.logins ?? separateLogins)(postgres)
  const shared = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    PUBLIC_URL: `http://127.0.0.1:${apiPort}`,
    LINK_SOCKET: join(folder, 'link.sock'),
    LINK_KEY: randomBytes(32).toString('base64'),
    API_PORT: String(apiPort),
    API_METRICS_PORT: String(apiMetrics),
    API_DERIVE_KEY: randomBytes(32).toString('base64'),
    SEALING_RECIPIENT: identity.recipient,
    SIGN_UP_MODE: 'open',
    // All tests use this value.
    OPERATORS: '@example.com',
    // Tests act as many clients: each sends its own address.
    TRUST_PROXY: '127.0.0.1',
    WORKER_PORT: String(workerPort),
    WORKER_METRICS_PORT: String(workerMetrics),
    RESTATE_INGRESS_URL: restate?.ingressUrl ?? 'http://127.0.0.1:9',
    RESTATE_ADMIN_URL: restate?.adminUrl ?? 'http://127.0.0.1:9',
    RESTATE_IDENTITY_KEYS: restate?.identityKey ?? 'publickeyv1_unused',
    SEALING_IDENTITIES: identity.identity.reveal(),
    SMTP_URL: mailbox.url,
    // Target servers of tests listen on loopback.
    SSH_ALLOW: 'private,127.0.0.1:1024-65535,[::1]:1024-65535',
    // Git providers and other systems listen there, too.
    OUTBOUND_ALLOW: '127.0.0.1:1024-65535',
    // Hostnames of tests aren't resolved outside: nothing listens there.
    DNS_RESOLVERS: '127.0.0.1:9',
    BACKUP_DIRECTORY: join(folder, 'backups'),
    UPGRADE_DIRECTORY: await makeUpgradeFolder(folder),
    MAIL_FROM: 'longshore@example.com',
    // Tests invite the same email address repeatedly.
    EMAILS_PER_DAY: '1000000',
    // Suites create more than users do.
    QUOTA_CEILINGS: quotaNames.map((name) => `${name}=1000000000`).join(),
    ...options.environment,
  }
  const { SEALING_IDENTITIES: _, ...ofApi } = shared
  const environment = { ...shared, ...logins.worker }
  const apiEnvironment = { ...ofApi, ...logins.api, ...options.apiSettings }
  const nodeOptions = options.nodeOptions ?? []
  const main = options.root === undefined ? undefined : join(options.root, 'apps/server/src/main.ts')
  const wrapper = options.apiWrapper ?? []
  const api = stack.use(new ServerProcess({ command: 'api', environment: apiEnvironment, nodeOptions, wrapper, main }))
  const worker = stack.use(
    new ServerProcess({ command: 'worker', environment, nodeOptions, main: options.workerMain ?? main }),
  )
  const url = `http://127.0.0.1:${apiPort}`
  const answers = async (address: string) => (await fetch(address, { signal: AbortSignal.timeout(2_000) })).ok
  const apiAnswers = async () =>
    options.apiWrapper === undefined ? await answers(`${url}/health/ready`) : api.output.includes('Server listening')
  const startApi = () => api.start(apiAnswers)
  const startWorker = () => worker.start(() => answers(`http://127.0.0.1:${workerMetrics}/metrics`))
  try {
    await options.prepare?.(logins.superuser)
    if (withWorker) await startWorker()
    await startApi()
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
  return {
    url,
    databaseUrl: logins.superuser,
    environment,
    apiEnvironment,
    postgres,
    restate,
    mailbox,
    api,
    worker,
    startApi,
    startWorker,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/**
 * As installed, only the login that applies migrations owns the tables. A test's cluster trusts every connection at its
 * socket.
 */
async function separateLogins(postgres: TestPostgres): Promise<Logins> {
  const superuser = await postgres.createDatabase()
  const [api, worker] = [withUser(superuser, 'longshore_api'), withUser(superuser, 'longshore_worker')]
  await ensureLogins(superuser, [api, worker])
  // The worker's test doubles write to tables of the test.
  return { superuser, api: { DATABASE_URL: api }, worker: { DATABASE_URL: worker, TEST_DATABASE_URL: superuser } }
}

function withUser(url: string, user: string): string {
  return url.replace(/^postgresql:\/\/[^@/]{1,60}@/, `postgresql://${user}@`)
}
