/** The proxy programs for all architectures, from the files of the worker. Each process reads and hashes them once. */
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openProgramFile } from '@longshore/process/unpack-program'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { layerAround } from './image-archive.ts'
import { proxyGeneration } from './proxy-generation.ts'
import type { ProxyProgram } from './proxy-program.ts'

export interface ProxyPrograms {
  find(architecture: string): Promise<ProxyProgram>
  /** Hash of all programs together. */
  fingerprint(): Promise<string>
}

const namePattern = /^longshore-proxy-([a-z0-9]{1,20})(?:\.zst)?$/

/** The files are named `longshore-proxy-amd64` and `longshore-proxy-arm64`, with `.zst` if they are compressed. */
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
      const architectures = [...new Set(names.flatMap((name) => namePattern.exec(name)?.[1] ?? []))].sort()
      const hash = createHash('sha256')
      for (const each of architectures) hash.update(`${each} ${(await find(each)).version}\n`)
      return hash.digest('hex').slice(0, 16)
    },
  }
}

async function readProgram(directory: string, architecture: string): Promise<ProxyProgram> {
  if (!/^[a-z0-9]{1,20}$/.test(architecture)) throw missing(architecture)
  const open = async () => {
    const found = await openProgramFile(join(directory, `longshore-proxy-${architecture}`))
    if (found === null) throw missing(architecture)
    return found
  }
  const program = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of await open()) {
    program.update(chunk)
    sizeBytes += chunk.length
  }
  // The layer starts with the size, which a compressed file doesn't tell.
  const { before, after } = layerAround(sizeBytes)
  const layer = createHash('sha256').update(before)
  for await (const chunk of await open()) layer.update(chunk)
  return {
    open,
    sizeBytes,
    architecture,
    version: `${program.digest('hex').slice(0, 16)}-${proxyGeneration}`,
    layerDigest: `sha256:${layer.update(after).digest('hex')}`,
  }
}

function missing(architecture: string): RuntimeError {
  return new RuntimeError(
    'proxy_failed',
    `This worker has no proxy program for servers of architecture ${architecture}.`,
  )
}
