/** The proxy's program for each architecture, as files beside the worker. Read and hashed once for each process. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { layerAround } from './image-archive.ts'
import type { ProxyProgram } from './proxy-program.ts'

/** Raised when the container or its image is made in another way, so that servers get a new one. */
const shape = 1

export interface ProxyPrograms {
  find(architecture: string): Promise<ProxyProgram>
}

/** Files are called `longshore-proxy-amd64`, `longshore-proxy-arm64`. */
export function createProxyPrograms(directory: string): ProxyPrograms {
  const known = new Map<string, Promise<ProxyProgram>>()
  return {
    find(architecture) {
      const found = known.get(architecture) ?? readProgram(directory, architecture)
      known.set(architecture, found)
      found.catch(() => known.delete(architecture))
      return found
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
    version: `${program.digest('hex').slice(0, 16)}-${shape}`,
    layerDigest: `sha256:${layer.digest('hex')}`,
  }
}

function missing(architecture: string): RuntimeError {
  return new RuntimeError(
    'proxy_failed',
    `This worker has no proxy program for servers of architecture ${architecture}.`,
  )
}
