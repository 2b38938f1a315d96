/**
 * Serves the documentation site below `/docs`, from the disk: few people read it, so it isn't kept in memory. Only files that
 * existed when the process started have a path. The image has only the compressed form of texts.
 */
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors/app-error.ts'
import { chooseEncoding } from './dashboard/choose-encoding.ts'
import type { HttpServer } from './server.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yml': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}
const prefix = '/docs'
const policyFile = 'policy.txt'
/** Their names change with their content. */
const hashed = /^assets\//

interface SiteFile {
  readonly path: string
  readonly type: string
  readonly isCompressed: boolean
}

/** Without a built site, nothing is registered. */
export async function registerDocumentation(app: HttpServer, folder: string): Promise<void> {
  const files = await listSite(folder)
  if (files.size === 0) return
  const policy = `${(await readFile(join(folder, policyFile), 'utf8')).trim()}; frame-ancestors 'none'`
  const open = {
    method: ['GET', 'HEAD'] as ('GET' | 'HEAD')[],
    config: { permission: 'public', ownLimits: true } as const,
  }
  app.route({ ...open, url: prefix, handler: async (_request, reply) => reply.redirect(`${prefix}/`, 308) })
  app.route<{ Params: { '*': string } }>({
    ...open,
    url: `${prefix}/*`,
    handler: async (request, reply) => {
      const found = findFile(files, request.params['*'])
      const missing = found === undefined ? files.get('404.html') : undefined
      const file = found ?? missing
      if (file === undefined) throw notFound()
      reply.header('content-security-policy', policy).header('vary', 'accept-encoding').type(file.type)
      reply.header(
        'cache-control',
        hashed.test(request.params['*']) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
      return reply.code(missing === undefined ? 200 : 404).send(read(request, reply, file))
    },
  })
}

/** Links in the site have an extension, but people type paths without one. */
function findFile(files: ReadonlyMap<string, SiteFile>, path: string): SiteFile | undefined {
  if (path === '' || path.endsWith('/')) return files.get(`${path}index.html`)
  return files.get(path) ?? files.get(`${path}.html`)
}

function read(request: FastifyRequest, reply: FastifyReply, { path, isCompressed }: SiteFile): Readable {
  const stream = createReadStream(path)
  if (!isCompressed) return stream
  if (chooseEncoding(request.headers['accept-encoding'], new Map([['br', true]])) === 'br') {
    reply.header('content-encoding', 'br')
    return stream
  }
  // An error of either one destroys both, which ends the response.
  return pipeline(stream, createBrotliDecompress(), () => undefined)
}

async function listSite(folder: string): Promise<ReadonlyMap<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  const files = new Map<string, SiteFile>()
  for (const each of entries.filter((entry) => entry.isFile())) {
    const path = join(each.parentPath, each.name)
    const isCompressed = path.endsWith('.br')
    const name = relative(folder, isCompressed ? path.slice(0, -'.br'.length) : path)
      .split(sep)
      .join('/')
    const type = types[extname(name)]
    if (type !== undefined) files.set(name, { path, type, isCompressed })
  }
  return files
}
