/** The proxy programs for all architectures, from the files of the worker. Each process reads and hashes them once. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { layerAround } from './image-archive.ts'
import { proxyGeneration } from './proxy-generation.ts'
import type { ProxyProgram } from './proxy-program.ts'

export interface ProxyPrograms {
  find(architecture: string): Promise<ProxyProgram>
  /** Hash of all programs together. */
  fingerprint(): Promise<string>
}

const namePattern = /^longshore-proxy-([a-z0-9]{1,20})$/

/** The files are named `longshore-proxy-amd64` and `longshore-proxy-arm64`. */
export function createProxyPrograms(directory: string): ProxyPrograms {
  const known = new Map<string, Promise<ProxyProgram>>()
  const find = (architecture: string) => {
    const found = known.get(architecture) ?? readProgram(directory, architecture)
    known.set(architecture, found)
    found.catch(() => known.delete(architecture))
    return found
  }
  return {
    find,
    async fingerprint() {
      const names = await readdir(directory).catch(() => [])
      const architectures = names.flatMap((name) => namePattern.exec(name)?.[1] ?? []).sort()
      const hash = createHash('sha256')
      for (const each of architectures) hash.update(`${each} ${(await find(each)).version}\n`)
      return hash.digest('hex').slice(0, 16)
    },
  }
}

async function readProgram(directory: string, architecture: string): Promise<ProxyProgram> {
  if (!/^[a-z0-9]{1,20}$/.test(architecture)) throw missing(architecture)
  const path = join(directory, `longshore-proxy-${architecture}`)
  const facts = await stat(path).catch(() => null)
  if (facts === null) throw missing(architecture)
  const program = createHash('sha256')
  const layer = createHash('sha256')
  const { before, after } = layerAround(facts.size)
  layer.update(before)
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    program.update(chunk)
    layer.update(chunk)
  }
  layer.update(after)
  return {
    path,
    sizeBytes: facts.size,
    architecture,
    version: `${program.digest('hex').slice(0, 16)}-${proxyGeneration}`,
    layerDigest: `sha256:${layer.digest('hex')}`,
  }
}

function missing(architecture: string): RuntimeError {
  return new RuntimeError(
    'proxy_failed',
    `This worker has no proxy program for servers of architecture ${architecture}.`,
  )
}
