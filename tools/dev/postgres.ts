/** PostgreSQL of the developer's instance: stored in `.data/postgres`, reachable only through a Unix socket. */
import { execFile } from 'node:child_process'
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { root } from '../source-files.ts'
import type { Instance } from './instance.ts'
import { Service } from './service.ts'

const run = promisify(execFile)
const readyTimeoutMs = 30_000

export async function startPostgres(instance: Instance, keep: (service: Service) => Promise<void>): Promise<void> {
  const data = join(instance.folder, 'postgres')
  const isNew = !(await isThere(join(data, 'PG_VERSION')))
  if (isNew) await createCluster(instance, data)
  const service = new Service({
    name: 'postgres',
    program: join(programs(), 'postgres'),
    args: [
      '-D',
      data,
      '-c',
      'listen_addresses=',
      '-c',
      `unix_socket_directories=${instance.sockets}`,
      '-c',
      'log_checkpoints=off',
    ],
    environment: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
    // Fast shutdown: open transactions are rolled back.
    stopSignal: 'SIGINT',
    cwd: '/',
    ...instance.account,
  })
  await keep(service)
  await waitUntilReady(instance, service)
  if (isNew || !(await hasDatabase(instance))) await createDatabase(instance)
}

async function createCluster(instance: Instance, data: string): Promise<void> {
  const { uid, gid } = instance.account
  const passwordFile = join(instance.sockets, 'password')
  await rm(data, { recursive: true, force: true })
  await mkdir(data, { mode: 0o700 })
  await writeFile(passwordFile, await readFile(instance.secret('postgres-password'), 'utf8'), { mode: 0o600 })
  try {
    if (uid !== undefined && gid !== undefined) for (const path of [data, passwordFile]) await chown(path, uid, gid)
    const args = [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ]
    await run(join(programs(), 'initdb'), args, { cwd: '/', ...instance.account })
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function waitUntilReady(instance: Instance, service: Service): Promise<void> {
  const args = ['--quiet', '--host', instance.sockets, '--username', 'postgres', '--dbname', 'postgres']
  for (const deadline = Date.now() + readyTimeoutMs; ; await delay(50)) {
    const isReady = await run(join(programs(), 'pg_isready'), args).then(
      () => true,
      () => false,
    )
    if (isReady) return
    if (!service.isRunning) throw new Error('PostgreSQL ended; its last lines are above')
    if (Date.now() > deadline) throw new Error(`PostgreSQL was not ready within ${readyTimeoutMs} ms`)
  }
}

async function hasDatabase(instance: Instance): Promise<boolean> {
  const query = "select count(*) from pg_database where datname = 'longshore'"
  const { stdout } = await run(join(programs(), 'psql'), ['--no-psqlrc', '-Atc', query, 'postgres'], {
    env: await asSuperuser(instance),
  })
  return stdout.trim() === '1'
}

/** The same script as in compose.yaml. */
async function createDatabase(instance: Instance): Promise<void> {
  const env = { ...(await asSuperuser(instance)), DATABASE_PASSWORD_FILE: instance.secret('database-password') }
  await run(join(root, 'deploy/create-database.sh'), [], { env })
}

async function asSuperuser(instance: Instance): Promise<NodeJS.ProcessEnv> {
  const password = (await readFile(instance.secret('postgres-password'), 'utf8')).trim()
  const path = `${programs()}:${process.env.PATH}`
  return { PATH: path, PGHOST: instance.sockets, PGUSER: 'postgres', POSTGRES_USER: 'postgres', PGPASSWORD: password }
}

function programs(): string {
  if (!process.env.PG_BIN) throw new Error('PostgreSQL is not installed; run bin/setup')
  return process.env.PG_BIN
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
