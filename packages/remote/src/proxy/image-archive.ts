/** An image with a single program, as an archive for `docker load`: no registry is needed. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { tarFile, tarHeader, tarPadding } from '../docker/tar-file.ts'
import type { ProxyProgram } from './proxy-program.ts'

export const programPath = '/longshore-proxy'
const blockBytes = 512
const compressionLevel = 4

export const imageRepository = 'longshore/proxy'

export function imageTag(version: string): string {
  return `${imageRepository}:${version}`
}

/** Compressed in transit: the link to a server can be slow. */
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
  yield* await program.open()
  yield Buffer.concat([after, tarPadding(layerBytes), Buffer.alloc(2 * blockBytes)])
}

/** A layer is an archive too; this returns the bytes before and after the program in it. */
export function layerAround(programBytes: number): { before: Buffer; after: Buffer } {
  return {
    before: tarHeader(programPath.slice(1), programBytes, 0o755),
    after: Buffer.concat([tarPadding(programBytes), Buffer.alloc(2 * blockBytes)]),
  }
}

function smallFile(name: string, text: string): Buffer {
  return tarFile(name, Buffer.from(text), 0o644)
}
