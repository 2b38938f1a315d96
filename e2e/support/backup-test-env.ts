/**
 * An environment with databases on a real server, and real S3 storage for its backups. Databases are queried with their
 * own clients, inside their containers.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Backup, Environment } from '@longshore/sdk'
import type { RepositoryFile } from '../fixtures/repository.ts'
import { S3Server } from '../fixtures/s3-server.ts'
import {
  type App,
  type DeployServer,
  type DeployTestEnv,
  type DeployTestEnvOptions,
  startDeployTestEnv,
} from './deploy-test-env.ts'
import { mustAsk } from './servers.ts'

export type Engine = 'postgres' | 'mariadb' | 'redis'

export const databaseImages: Readonly<Record<Engine, string>> = {
  postgres: 'postgres:17',
  mariadb: 'mariadb:11.4',
  redis: 'redis:7',
}

export interface BackupTestEnv extends DeployTestEnv {
  readonly s3: S3Server
  readonly server: DeployServer
  readonly app: App
  readonly serviceIds: Readonly<Record<string, string>>
  /** Returns the output of a database client. */
  query(engine: Engine, text: string): Promise<string>
  containerOf(engine: Engine): string
  /** Starts backups of one service, or of all, and returns them. */
  trigger(engine?: Engine): Promise<[Backup, ...Backup[]]>
  readBackup(id: string): Promise<Backup>
  /** Until `holds`, or until its end. */
  waitForBackup(id: string, holds?: (backup: Backup) => boolean): Promise<Backup>
  backUp(engine: Engine): Promise<Backup>
}

export interface BackupTestEnvOptions extends DeployTestEnvOptions {
  readonly engines?: readonly Engine[]
  readonly name?: string
  readonly config?: Record<string, unknown>
  /** On the disk of the instance instead of a bucket; then `s3` is not there. */
  readonly isOnDisk?: boolean
  /** An S3 server whose buckets can have versions and object lock. */
  readonly hasVersions?: boolean
  /** Services besides the databases. */
  readonly more?: { readonly files: readonly RepositoryFile[]; readonly services: readonly Record<string, unknown>[] }
}

const waitMs = 600_000
const ended = new Set(['succeeded', 'failed', 'cancelled', 'expired'])

/** Commands that bash runs inside the container, with the text on standard input. */
const clients: Readonly<Record<Engine, string>> = {
  postgres: 'PGPASSWORD=$POSTGRES_PASSWORD psql -XAtq -v ON_ERROR_STOP=1 -U $POSTGRES_USER -d $POSTGRES_DB',
  mariadb: 'MYSQL_PWD=$MARIADB_PASSWORD mariadb -N --user=$MARIADB_USER $MARIADB_DATABASE',
  redis: 'redis-cli --no-raw',
}

export async function startBackupTestEnv(options: BackupTestEnvOptions): Promise<BackupTestEnv> {
  await using stack = new AsyncDisposableStack()
  const { engines = ['postgres'] } = options
  const folder = await mkdtemp(join(tmpdir(), 'longshore-backups-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const s3 =
    options.isOnDisk === true ? null : stack.use(await S3Server.start({ hasVersions: options.hasVersions === true }))
  const testEnv = stack.use(
    await startDeployTestEnv({
      ...options,
      instance: { ...options.instance, environment: { BACKUP_DIRECTORY: folder, ...options.instance?.environment } },
      baseImages: [...engines.map((each) => databaseImages[each]), ...(options.baseImages ?? [])],
    }),
  )
  const filled = await addDatabases(testEnv, s3, options)
  const owned = stack.move()
  return { ...filled, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** An environment with databases in an existing organization, and its backup schedule. */
export async function addDatabases(
  testEnv: DeployTestEnv,
  s3: S3Server | null,
  options: Pick<BackupTestEnvOptions, 'engines' | 'name' | 'config' | 'more'>,
): Promise<BackupTestEnv> {
  const { engines = ['postgres'], name = 'shop' } = options
  const [server] = testEnv.servers
  if (server === undefined) throw new Error('a server was asked for')
  const { files = [], services: others = [] } = options.more ?? {}
  const services = [...engines.map((kind) => ({ name: kind, kind })), ...others]
  const app = await testEnv.createApp(name, { files: [{ path: 'README.md', content: 'Data.' }, ...files], services })
  const deployment = await testEnv.waitFor(app, await testEnv.deploy(app))
  if (deployment.status !== 'live') throw new Error(`databases were not deployed: ${JSON.stringify(deployment.error)}`)
  const at = (rest: string) => `/environments/${app.environmentId}${rest}`
  await mustAsk(testEnv, 'PATCH', at('/backups/config'), {
    schedule: '0 3 * * *',
    restoreTests: 'off',
    destination: s3 === null ? { type: 'controlPlane' } : destinationOf(s3),
    ...options.config,
  })
  const environment = await mustAsk<Environment>(testEnv, 'GET', at(''))
  const serviceIds = Object.fromEntries(environment.services.map((each) => [each.name, each.id]))
  return {
    ...testEnv,
    s3: s3 as S3Server,
    server,
    app,
    serviceIds,
    ...backupCalls(testEnv, { app, serviceIds, server }),
  }
}

export function destinationOf(s3: S3Server): Record<string, unknown> {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3
  return { type: 's3', endpoint, region, bucket, accessKeyId, secretAccessKey }
}

/** Returns the output of a database client, in its container on this server. */
export async function queryOn(
  { target }: DeployServer,
  { container, engine }: { container: string; engine: Engine },
  text: string,
): Promise<string> {
  const stdin = `${clients[engine]} <<'LONGSHORE'\n${text}\nLONGSHORE\n`
  return await target.mustExec(['docker', 'exec', '-i', container, 'bash', '-s'], { stdin })
}

function backupCalls(
  testEnv: DeployTestEnv,
  { app, serviceIds, server }: { app: App; serviceIds: Readonly<Record<string, string>>; server: DeployServer },
) {
  const at = (rest = '') => `/environments/${app.environmentId}/backups${rest}`
  const containerOf = (engine: Engine) => `longshore-${serviceIds[engine]}`
  const trigger = async (engine?: Engine): Promise<[Backup, ...Backup[]]> =>
    (
      await mustAsk<{ items: [Backup, ...Backup[]] }>(
        testEnv,
        'POST',
        at('/trigger'),
        engine === undefined ? {} : { serviceId: serviceIds[engine] },
      )
    ).items
  const readBackup = (id: string) => mustAsk<Backup>(testEnv, 'GET', at(`/${id}`))
  const waitForBackup = async (id: string, holds = (backup: Backup) => ended.has(backup.status)): Promise<Backup> => {
    for (const deadline = Date.now() + waitMs; ; await delay(100)) {
      const backup = await readBackup(id)
      if (holds(backup) || ended.has(backup.status)) return backup
      if (Date.now() > deadline) throw new Error(`the backup stays ${backup.status}`)
    }
  }
  return {
    containerOf,
    trigger,
    readBackup,
    waitForBackup,
    query: (engine: Engine, text: string) => queryOn(server, { container: containerOf(engine), engine }, text),
    backUp: async (engine: Engine): Promise<Backup> => {
      const [begun] = await trigger(engine)
      return await waitForBackup(begun.id)
    },
  }
}
