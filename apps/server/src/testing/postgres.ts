/**
 * A throwaway PostgreSQL cluster on a unix socket, for tests and benchmarks. Databases are clones of one migrated
 * template: a clone takes tens of milliseconds, a migration much longer.
 */
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '../platform/database/migrate.ts'

const run = promisify(execFile)
const template = 'longshore_template'

export interface TestPostgres extends AsyncDisposable {
  /** URL of the maintenance database. */
  readonly url: string
  readonly folder: string
  readonly processId: number
  /** Creates a database cloned from the migrated template. */
  createDatabase(): Promise<string>
  restart(mode: 'fast' | 'immediate'): Promise<void>
  stop(mode: 'fast' | 'immediate'): Promise<void>
  start(): Promise<void>
}

/** `durable` keeps fsync on, as in production; only tests that cut the power need it. */
export async function startPostgres(options: { durable?: boolean; settings?: string[] } = {}): Promise<TestPostgres> {
  const bin = await serverPrograms()
  const folder = await mkdtemp(join(tmpdir(), 'longshore-pg-'))
  await chmod(folder, 0o777)
  const data = join(folder, 'data')
  await asServerUser(join(bin, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-N',
  ])
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    ...(options.durable === true ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ...(options.settings ?? []),
  ]
  const url = (name: string) => `postgresql://postgres@/${name}?host=${encodeURIComponent(folder)}`
  const serverArguments = settings.map((setting) => `-c '${setting}'`).join(' ')
  const control = (...args: string[]) => asServerUser(join(bin, 'pg_ctl'), ['-D', data, '-w', '-t', '60', ...args])
  const start = () => control('-l', join(folder, 'server.log'), '-o', serverArguments, 'start')
  await start()
  const processId = Number.parseInt((await run('head', ['-1', join(data, 'postmaster.pid')])).stdout, 10)
  await withClient(url('postgres'), (client) => client.query(`create database ${template}`))
  await migrate(url(template))
  return {
    url: url('postgres'),
    folder,
    processId,
    async createDatabase() {
      const name = `t_${randomBytes(8).toString('hex')}`
      await withClient(url('postgres'), (client) => client.query(`create database ${name} template ${template}`))
      return url(name)
    },
    restart: (mode) => control('-l', join(folder, 'server.log'), '-o', serverArguments, '-m', mode, 'restart'),
    stop: (mode) => control('-m', mode, 'stop'),
    start,
    async [Symbol.asyncDispose]() {
      await control('-m', 'immediate', 'stop').catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function serverPrograms(): Promise<string> {
  if (process.env.PG_BIN) return process.env.PG_BIN
  const versions = (await readdir('/usr/lib/postgresql')).sort((a, b) => Number(b) - Number(a))
  return join('/usr/lib/postgresql', versions[0] ?? '', 'bin')
}

/** PostgreSQL refuses to run as root. */
async function asServerUser(program: string, args: string[]): Promise<void> {
  const isRoot = process.getuid?.() === 0
  const command = isRoot ? ['runuser', '-u', 'postgres', '--', program, ...args] : [program, ...args]
  await new Promise<void>((resolve, reject) => {
    const [file = '', ...rest] = command
    // The server inherits these: a pipe would keep the caller waiting for as long as the server runs.
    const child = spawn(file, rest, { stdio: ['ignore', 'ignore', 'ignore'], cwd: '/' })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program} exited with ${code}`))))
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
