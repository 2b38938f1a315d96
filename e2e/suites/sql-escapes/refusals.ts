/** The attempts as users upload them, compressed and not, and decompression bombs. The data must not change. */

import { Readable } from 'node:stream'
import { createGzip, createZstdCompress, gzipSync, zstdCompressSync } from 'node:zlib'
import { isQuick } from '../../support/command-line.ts'
import { type DataTestEnv, hashOf, seed, serviceOf } from '../../support/data-test-env.ts'
import { importFile, sendForm, sendRaw, undoImport } from '../../support/imports/upload.ts'
import { heldMb } from '../../support/memory-watch.ts'
import type { Report } from '../../support/report.ts'
import { attempts } from './attempts.ts'

const bombBytes = 3_000_000_000
const mostMb = 200

export async function proveRefusals(data: DataTestEnv, report: Report, engine: 'postgres' | 'mariadb'): Promise<void> {
  const service = serviceOf(data, engine)
  await seed(data, service, { rows: 300, salt: 'kept' })
  const before = await hashOf(data, service)
  const own = attempts.filter((each) => each.engine === engine)
  // Text validation takes a moment. For the other attempts a database is created.
  const chosen = isQuick ? own.filter((each, index) => index % 6 === 0 || each.stopsAt === 'process') : own
  let refused = 0
  for (const [index, attempt] of chosen.entries()) {
    const mark = `canary-api-${engine}-${index}`
    const sql = attempt.sql({ program: `touch /var/tmp/${mark}`, file: `/var/tmp/${mark}`, port: 1 })
    const text = Buffer.from(`CREATE TABLE before_it (a int);\n${sql}`)
    const file = index % 3 === 0 ? text : index % 3 === 1 ? gzipSync(text) : zstdCompressSync(text)
    const made = await importFile(data, () => sendForm(data, service, file))
    const wanted = attempt.stopsAt === 'text' ? /^import_(?:refused|damaged)$/ : /^import_failed$/
    const isAsWanted = made.status === 'failed' && wanted.test(String(made.error?.code))
    const isSafe = attempt.stopsAt === 'process' && made.status === 'succeeded'
    if (isSafe) await undoImport(data, made.id)
    report.expect(isAsWanted || isSafe, `${engine}, ${attempt.name}: ${made.status} ${JSON.stringify(made.error)}`)
    if (attempt.stopsAt === 'text')
      report.expect(/Line \d+:/.test(made.error?.detail ?? ''), `${attempt.name}: no line`)
    refused += isAsWanted ? 1 : 0
  }
  report.figure(`refused.${engine}`, `${refused}/${chosen.length}`)
  report.expect((await hashOf(data, service)) === before, `${engine}: the data have changed`)
  const marks = await data.testEnv.target.mustExec([
    'find',
    '/',
    '-path',
    '/proc',
    '-prune',
    '-o',
    '-name',
    'canary-api-*',
    '-print',
  ])
  report.expect(marks === '', `marks on the server: ${marks}`)
}

/** Uploads of megabytes that decompress to gigabytes. */
export async function proveBombs(data: DataTestEnv, report: Report): Promise<void> {
  const service = serviceOf(data, 'postgres')
  const { worker } = data.testEnv.instance
  const before = { mb: heldMb(worker.processId), disk: await usedBytes(data) }
  let most = before.mb
  const timer = setInterval(() => {
    most = Math.max(most, heldMb(worker.processId))
  }, 200)
  const line = Buffer.from(`${' '.repeat(65_520)}SELECT 1;\n`)
  const bombs = {
    gzip: () => packed(line, createGzip({ level: 9 })),
    zstd: () => packed(line, createZstdCompress()),
    // Zstandard inside of gzip: a bomb inside of a bomb.
    nested: () => Readable.from([gzipSync(zstdCompressSync(Buffer.alloc(50_000_000, ' ')))]),
    quote: () => packed(Buffer.alloc(1 << 16, 'x'), createZstdCompress(), Buffer.from("SELECT '")),
  }
  for (const [name, bomb] of Object.entries(bombs)) {
    const made = await importFile(data, () => sendRaw(data, service, bomb()))
    const isRefused = /^import_(?:expands_too_much|form_unknown)$/.test(made.error?.code ?? '')
    report.expect(made.status === 'failed' && isRefused, `${name}: ${made.status} ${JSON.stringify(made.error)}`)
  }
  const tooLarge = await sendRaw(data, service, noise(30_000_000))
  report.expect(
    tooLarge.status === 413 && tooLarge.body.code === 'import_too_large',
    `too large: ${JSON.stringify(tooLarge)}`,
  )
  clearInterval(timer)
  const grownMb = Math.round(most - before.mb)
  const grownDisk = (await usedBytes(data)) - before.disk
  report.figure('bombWorkerMb', grownMb)
  report.figure('bombDiskMb', Math.round(grownDisk / 1e6))
  report.expect(grownMb < mostMb, `the worker grew by ${grownMb} MB`)
  report.expect(grownDisk < 100_000_000, `the server's disk grew by ${grownDisk}`)
}

function packed(piece: Buffer, packer: NodeJS.ReadWriteStream, first = Buffer.alloc(0)): AsyncIterable<Uint8Array> {
  async function* plain(): AsyncGenerator<Buffer> {
    if (first.length > 0) yield first
    for (let sent = 0; sent < bombBytes; sent += piece.length) yield piece
  }
  const source = Readable.from(plain())
  source.pipe(packer)
  return packer as AsyncIterable<Buffer> & NodeJS.ReadWriteStream
}

async function* noise(bytes: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += 1 << 16)
    yield crypto.getRandomValues(new Uint8Array(1 << 16)).map((byte) => 32 + (byte % 64))
}

/** Sizes of all volumes and of the files that containers wrote. */
async function usedBytes({ testEnv }: DataTestEnv): Promise<number> {
  const text = await testEnv.target.mustExec(['du', '--summarize', '--bytes', '/var/lib/docker/volumes'])
  return Number(text.split('\t')[0])
}
