/**
 * What people write by hand: the dump over SSH, through zstd and age, to the bucket. The upload is our own client in a process of its
 * own, so that the difference is what we add to the pipeline, and not another program's way with parts.
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

/** Milliseconds. */
export async function backUpPlainly({ target, container, s3, key, recipient }: PlainBackup): Promise<number> {
  const age = await ensureAgeProgram()
  const folder = await mkdtemp(join(tmpdir(), 'longshore-plain-'))
  try {
    const identity = join(folder, 'key')
    await writeFile(identity, target.keys.root.privateKey)
    await chmod(identity, 0o600)
    const dump = `docker exec ${container} sh -c 'PGPASSWORD=$POSTGRES_PASSWORD exec pg_dump -h 127.0.0.1 -U $POSTGRES_USER $POSTGRES_DB'`
    const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR', 'IdentitiesOnly=yes']
    const words = ['-i', identity, '-p', String(target.port), ...options.flatMap((each) => ['-o', each])]
    const startedAt = performance.now()
    const first = spawn('ssh', [...words, `root@${target.host}`, dump], { stdio: ['ignore', 'pipe', 'inherit'] })
    const second = follow('zstd', ['-q', '-3', '-c'], first.stdout)
    const third = follow(age, ['-r', recipient], second.stdout)
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3
    const upload = join(import.meta.dirname, 'upload.ts')
    const place = { endpoint, bucket, region, accessKeyId, isPathStyle: true, key }
    const last = follow(process.execPath, [upload, JSON.stringify(place)], third.stdout, { SECRET: secretAccessKey })
    await Promise.all([first, second, third, last].map(succeed))
    return performance.now() - startedAt
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function follow(program: string, words: readonly string[], input: Readable, environment: Record<string, string> = {}) {
  // The output of one is the input of the next, without this process between them.
  return spawn(program, words, { stdio: [input, 'pipe', 'inherit'], env: { ...process.env, ...environment } })
}

async function succeed(child: ChildProcess): Promise<void> {
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}`)
}
