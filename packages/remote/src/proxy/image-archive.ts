/** An image of one program and nothing else, as the archive that `docker load` reads: no registry is needed. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { ProxyProgram } from './proxy-programs.ts'

export const programPath = '/longshore-proxy'
const blockBytes = 512
const compressionLevel = 4

export function imageTag(version: string): string {
  return `longshore/proxy:${version}`
}

/** Compressed on the way: the link to a server may be slow. */
export function imageArchive(program: ProxyProgram): Readable {
  return Readable.from(archiveParts(program)).pipe(createGzip({ level: compressionLevel }))
}

async function* archiveParts(program: ProxyProgram): AsyncGenerator<Buffer> {
  const configuration = JSON.stringify({
    architecture: program.architecture,
    os: 'linux',
    created: '1970-01-01T00:00:00Z',
    config: { Entrypoint: [programPath], Cmd: ['run'], WorkingDir: '/', Env: ['HOME=/data'] },
    rootfs: { type: 'layers', diff_ids: [program.layerDigest] },
    history: [{ created: '1970-01-01T00:00:00Z', created_by: 'longshore' }],
  })
  const configurationName = `${createHash('sha256').update(configuration).digest('hex')}.json`
  const layerName = `${program.layerDigest.slice('sha256:'.length)}/layer.tar`
  const manifest = [{ Config: configurationName, RepoTags: [imageTag(program.version)], Layers: [layerName] }]
  const { before, after } = layerAround(program.sizeBytes)
  const layerBytes = before.length + program.sizeBytes + after.length
  yield smallFile('manifest.json', JSON.stringify(manifest))
  yield smallFile(configurationName, configuration)
  yield tarHeader(layerName, layerBytes, 0o644)
  yield before
  yield* createReadStream(program.path, { highWaterMark: 1 << 20 })
  yield Buffer.concat([after, padding(layerBytes), Buffer.alloc(2 * blockBytes)])
}

/** A layer is an archive too; this is what stands before and after the program in it. */
export function layerAround(programBytes: number): { before: Buffer; after: Buffer } {
  return {
    before: tarHeader(programPath.slice(1), programBytes, 0o755),
    after: Buffer.concat([padding(programBytes), Buffer.alloc(2 * blockBytes)]),
  }
}

function smallFile(name: string, text: string): Buffer {
  const content = Buffer.from(text)
  return Buffer.concat([tarHeader(name, content.length, 0o644), content, padding(content.length)])
}

function padding(bytes: number): Buffer {
  return Buffer.alloc(-bytes & (blockBytes - 1))
}

function tarHeader(name: string, bytes: number, mode: number): Buffer {
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  header.write(name, 0, 100, 'latin1')
  octal(mode, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(bytes, 124, 12)
  octal(0, 136, 12)
  header.write('0', 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  // The sum is taken with spaces in its own place.
  header.write(' '.repeat(8), 148, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}
