/**
 * Serves the documentation site below `/docs`, from the disk: few people read it, so it isn't kept in memory. Only files that
 * existed when the process started have a path. Texts are there as they are and compressed, so that a request costs no work.
 */
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyRequest } from 'fastify'
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
const compressed = '.br'
const policyFile = 'policy.txt'
/** Their names change with their content. */
const hashed = /^assets\//

interface SiteFile {
  readonly path: string
  readonly type: string
  readonly hasCompressed: boolean
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
      const isForever = missing === undefined && hashed.test(request.params['*'])
      reply.header('cache-control', isForever ? 'public, max-age=31536000, immutable' : 'no-cache')
      const isCompressed = file.hasCompressed && acceptsBrotli(request)
      if (isCompressed) reply.header('content-encoding', 'br')
      const path = isCompressed ? `${file.path}${compressed}` : file.path
      return reply.code(missing === undefined ? 200 : 404).send(createReadStream(path))
    },
  })
}

/** Links in the site have an extension, but people type paths without one. */
function findFile(files: ReadonlyMap<string, SiteFile>, path: string): SiteFile | undefined {
  if (path === '' || path.endsWith('/')) return files.get(`${path}index.html`)
  return files.get(path) ?? files.get(`${path}.html`)
}

function acceptsBrotli({ headers }: FastifyRequest): boolean {
  return chooseEncoding(headers['accept-encoding'], new Map([['br', true]])) === 'br'
}

async function listSite(folder: string): Promise<ReadonlyMap<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  const paths = new Set(entries.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name)))
  return new Map(
    [...paths].flatMap((path): [string, SiteFile][] => {
      const type = types[extname(path)]
      const name = relative(folder, path).split(sep).join('/')
      if (type === undefined || name === policyFile) return []
      return [[name, { path, type, hasCompressed: paths.has(`${path}${compressed}`) }]]
    }),
  )
}
