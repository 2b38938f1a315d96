/**
 * A handwritten pipeline: the dump over SSH, through zstd and age, to the bucket. The upload is our own client in a
 * separate process, so that the difference is what we add to the pipeline, and not how another program uploads parts.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ensureAgeProgram } from '../../e2e/fixtures/age-program.ts'
import type { S3Server } from '../../e2e/fixtures/s3-server.ts'
import type { Target } from '../../e2e/fixtures/target.ts'

export interface PlainBackup {
  readonly target: Target
  readonly container: string
  readonly s3: S3Server
  readonly key: string
  readonly recipient: string
}

export interface PlainRestore extends Omit<PlainBackup, 'recipient'> {
  /** The age identity. */
  readonly identity: string
  /** An existing, empty database. */
  readonly database: string
}

/** Returns milliseconds. */
export async function backUpPlainly({ target, container, s3, key, recipient }: PlainBackup): Promise<number> {
  const age = await ensureAgeProgram()
  return await withFolder(async (folder) => {
    const dump = `docker exec ${container} sh -c 'PGPASSWORD=$POSTGRES_PASSWORD exec pg_dump -h 127.0.0.1 -U $POSTGRES_USER $POSTGRES_DB'`
    const args = await loginArgs(target, folder)
    const startedAt = performance.now()
    const first = spawn('ssh', [...args, dump], { stdio: ['ignore', 'pipe', 'inherit'] })
    const second = follow('zstd', ['-q', '-3', '-c'], first.stdout)
    const third = follow(age, ['-r', recipient], second.stdout)
    const last = follow(process.execPath, transferArgs('upload.ts', s3, key), third.stdout, secretOf(s3))
    await Promise.all([first, second, third, last].map(succeed))
    return performance.now() - startedAt
  })
}

/** Returns milliseconds. */
export async function restorePlainly({
  target,
  container,
  s3,
  key,
  identity,
  database,
}: PlainRestore): Promise<number> {
  const age = await ensureAgeProgram()
  return await withFolder(async (folder) => {
    const keyFile = join(folder, 'age-key')
    await writeFile(keyFile, identity)
    const fill = `docker exec -i ${container} sh -c 'PGPASSWORD=$POSTGRES_PASSWORD exec psql -q -o /dev/null -v ON_ERROR_STOP=1 -h 127.0.0.1 -U $POSTGRES_USER ${database}'`
    const args = await loginArgs(target, folder)
    const startedAt = performance.now()
    const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit']
    const first = spawn(process.execPath, transferArgs('download.ts', s3, key), { stdio, env: secretOf(s3) })
    const second = follow(age, ['-d', '-i', keyFile], first.stdout)
    const third = follow('zstd', ['-q', '-d', '-c'], second.stdout)
    const last = follow('ssh', [...args, fill], third.stdout)
    await Promise.all([first, second, third, last].map(succeed))
    return performance.now() - startedAt
  })
}

async function withFolder(work: (folder: string) => Promise<number>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-plain-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function loginArgs({ keys, port, host }: Target, folder: string): Promise<string[]> {
  const identity = join(folder, 'key')
  await writeFile(identity, keys.root.privateKey)
  await chmod(identity, 0o600)
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR', 'IdentitiesOnly=yes']
  return ['-i', identity, '-p', String(port), ...options.flatMap((each) => ['-o', each]), `root@${host}`]
}

function transferArgs(program: string, { endpoint, bucket, region, accessKeyId }: S3Server, key: string): string[] {
  return [
    join(import.meta.dirname, program),
    JSON.stringify({ endpoint, bucket, region, accessKeyId, isPathStyle: true, key }),
  ]
}

function secretOf({ secretAccessKey }: S3Server): Record<string, string> {
  return { ...process.env, SECRET: secretAccessKey }
}

function follow(program: string, args: readonly string[], input: Readable, environment: Record<string, string> = {}) {
  // The output of one program is the input of the next, without this process in between.
  return spawn(program, args, { stdio: [input, 'pipe', 'inherit'], env: { ...process.env, ...environment } })
}

async function succeed(child: ChildProcess): Promise<void> {
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}`)
}
