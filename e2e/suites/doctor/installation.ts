/**
 * An installation as the compose file makes it: secrets in files of `bin/init`, a login of PostgreSQL that isn't a superuser and
 * has a password, an engine that signs, api and worker as processes, a first backup, and the recovery kit taken away.
 * Stand-ins: docker-buildx and the proxy's program, of which only the presence is checked.
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { initInstance } from '../../../apps/server/src/commands/init.ts'
import { migrate } from '../../../apps/server/src/testing/internals/database.ts'
import { createUnsealer, Secret } from '../../../apps/server/src/testing/internals/secrets.ts'
import { startPostgres, type TestPostgres } from '../../../apps/server/src/testing/postgres.ts'
import { startRestate, type TestRestate } from '../../../apps/server/src/testing/restate.ts'
import { createSqlClient, type SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { freePorts } from '../../support/free-ports.ts'
import { runCommand } from '../../support/installation/run-server-command.ts'
import { type Mailbox, startMailbox } from '../../support/mailbox.ts'
import { ServerProcess } from '../../support/server-process.ts'
import { readSecret, SecretFiles } from './secret-files.ts'

export type Environment = Record<string, string>

export interface Installation extends AsyncDisposable {
  readonly folder: string
  /** Environments of the worker and of the api, as `doctor` gets them. */
  readonly environment: Environment
  readonly apiEnvironment: Environment
  readonly secrets: SecretFiles
  readonly postgres: TestPostgres
  readonly restate: TestRestate
  readonly mailbox: Mailbox
  /** Runs as a superuser in the instance's database. */
  readonly sql: SqlClient
  readonly api: ServerProcess
  readonly worker: ServerProcess
  readonly workerUrl: string
  startApi(): Promise<void>
  startWorker(): Promise<void>
}

export async function openInstallation(): Promise<Installation> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'longshore-doctor-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const [postgres, restate, mailbox, ports] = await Promise.all([
    startPostgres(),
    startRestate(),
    startMailbox(),
    freePorts(4),
  ])
  for (const part of [postgres, restate, mailbox]) stack.use(part)
  const [apiPort = 0, apiMetrics = 0, workerPort = 0, workerMetrics = 0] = ports
  const publicUrl = `http://127.0.0.1:${apiPort}`
  await initInstance({ folder, publicUrl })
  const secrets = new SecretFiles(join(folder, 'secrets'))
  const { databaseUrl, sql } = await createLogin(postgres, await secrets.read('database-password'))
  stack.use(sql)
  await secrets.write('database-url', databaseUrl)
  await secrets.write('smtp-url', mailbox.url)
  await makeFolders(folder)
  const environment: Environment = {
    ...commonEnvironment({ folder, publicUrl }),
    ...(await workerEnvironment({ folder, restate })),
    WORKER_PORT: String(workerPort),
    WORKER_METRICS_PORT: String(workerMetrics),
    WORKER_URL: `http://127.0.0.1:${workerPort}`,
  }
  const apiEnvironment: Environment = {
    ...commonEnvironment({ folder, publicUrl }),
    API_PORT: String(apiPort),
    API_METRICS_PORT: String(apiMetrics),
    API_DERIVE_KEY_FILE: join(folder, 'secrets/api-derive-key'),
    SEALING_RECIPIENT: (await createUnsealer([new Secret(await secrets.read('sealing-identities'))])).keys[0].recipient,
  }
  await migrate(databaseUrl)
  const api = stack.use(new ServerProcess({ command: 'api', environment: apiEnvironment }))
  const worker = stack.use(new ServerProcess({ command: 'worker', environment }))
  const answers = async (url: string) => (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
  const startApi = () => startPatiently(api, () => answers(`${publicUrl}/health/ready`))
  const startWorker = () => startPatiently(worker, () => answers(`http://127.0.0.1:${workerMetrics}/metrics`))
  await startWorker()
  await startApi()
  await runCommand(environment, 'backup')
  await runCommand({ ...environment, ...apiEnvironment }, 'recovery-kit')
  const moved = stack.move()
  return {
    folder,
    environment: { ...environment, ...apiEnvironment },
    apiEnvironment,
    secrets,
    postgres,
    restate,
    mailbox,
    sql,
    api,
    worker,
    workerUrl: `http://127.0.0.1:${workerPort}`,
    startApi,
    startWorker,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

/** A busy machine may need longer than the usual start timeout. */
async function startPatiently(server: ServerProcess, isReady: () => Promise<boolean>): Promise<void> {
  try {
    await server.start(isReady)
  } catch (error) {
    for (const deadline = Date.now() + 180_000; server.isRunning && Date.now() < deadline; await delay(200))
      if (await isReady().catch(() => false)) return
    throw error
  }
}

function commonEnvironment({ folder, publicUrl }: { folder: string; publicUrl: string }): Environment {
  return {
    NODE_ENV: 'test',
    PUBLIC_URL: publicUrl,
    DATABASE_URL_FILE: join(folder, 'secrets/database-url'),
    LINK_SOCKET: join(folder, 'link/link.sock'),
    LINK_KEY_FILE: join(folder, 'secrets/link-key'),
  }
}

async function workerEnvironment({ folder, restate }: { folder: string; restate: TestRestate }): Promise<Environment> {
  return {
    RESTATE_INGRESS_URL: restate.ingressUrl,
    RESTATE_ADMIN_URL: restate.adminUrl,
    RESTATE_IDENTITY_KEYS: restate.identityKey,
    SEALING_IDENTITIES_FILE: join(folder, 'secrets/sealing-identities'),
    SMTP_URL_FILE: join(folder, 'secrets/smtp-url'),
    MAIL_FROM: 'longshore@example.com',
    OUTBOUND_ALLOW: '127.0.0.1:1024-65535',
    DNS_RESOLVERS: '127.0.0.1:9',
    INSTANCE_BACKUP_DIRECTORY: join(folder, 'backups'),
    BUILDX_PROGRAM: join(folder, 'programs/docker-buildx'),
    PROXY_PROGRAMS_DIRECTORY: join(folder, 'programs'),
  }
}

async function makeFolders(folder: string): Promise<void> {
  await mkdir(join(folder, 'backups'), { mode: 0o700 })
  await mkdir(join(folder, 'programs'))
  for (const name of ['docker-buildx', 'longshore-proxy-amd64', 'longshore-limits-amd64']) {
    await writeFile(join(folder, 'programs', name), '#!/bin/sh\nexit 0\n')
    await chmod(join(folder, 'programs', name), 0o755)
  }
}

/** Creates the role as deploy/create-database.sh does, with a password that is required. */
async function createLogin(postgres: TestPostgres, password: string): Promise<{ databaseUrl: string; sql: SqlClient }> {
  await using root = createSqlClient(postgres.url)
  await root.query(`create role longshore login createrole password '${readSecret(password)}'`)
  // Roles belong to the whole cluster, so those of the template already exist.
  await root.query('grant longshore_tenant, longshore_system to longshore with admin option')
  await root.query('create database longshore owner longshore')
  await writeFile(join(postgres.folder, 'data/pg_hba.conf'), 'local all postgres trust\nlocal all all scram-sha-256\n')
  await root.query('select pg_reload_conf()')
  const host = encodeURIComponent(postgres.folder)
  return {
    databaseUrl: `postgresql://longshore:${password}@/longshore?host=${host}`,
    sql: createSqlClient(`postgresql://postgres@/longshore?host=${host}`),
  }
}
