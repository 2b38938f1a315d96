/**
 * Serves the dashboard from memory. Its files have exact paths; every other path outside the API that a browser opens
 * is a route inside the page. None of these count as API requests.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../errors/app-error.ts'
import { chooseEncoding } from './choose-encoding.ts'
import { createPages, type Page } from './page.ts'
import type { BuiltFile } from './read-files.ts'

const indexPath = '/index.html'
/** Their names change with their content. */
const hashed = '/assets/'
const ours = /^\/(?:api|health|problems|assets)(?:[/?#]|$)/
const maxAcceptLength = 1_000

export interface Dashboard {
  /** Register after the headers that all responses have, before anything related to the API. */
  servePages(app: FastifyInstance): void
  registerFiles(app: FastifyInstance): void
  /** Whether a browser that opens this path gets the page, if there is one. */
  isPageRequest(request: FastifyRequest): boolean
  sendPage(reply: FastifyReply): FastifyReply
}

export function createDashboard(files: readonly BuiltFile[]): Dashboard {
  const index = files.find(({ path }) => path === indexPath)
  const newPage = createPages(index?.forms.get('identity')?.toString('utf8'))
  const assets = new Map(files.filter(({ path }) => path.startsWith(hashed)).map((file) => [file.path, file]))
  const others = files.filter((file) => file !== index && !assets.has(file.path))
  const open = {
    method: ['GET', 'HEAD'] as ('GET' | 'HEAD')[],
    config: { permission: 'public', ownLimits: true } as const,
  }
  return {
    isPageRequest: (request) => index !== undefined && isFromBrowser(request),
    sendPage: (reply) => sendPage(reply, newPage()),
    servePages(app) {
      app.addHook('onRequest', async (request, reply) => {
        if (isPage(request)) return sendPage(reply, newPage())
      })
    },
    registerFiles(app) {
      app.route({ ...open, url: '/', handler: async (_request, reply) => sendPage(reply, newPage()) })
      app.route<{ Params: { name: string } }>({
        ...open,
        url: `${hashed}:name`,
        handler: async (request, reply) => sendFile(request, reply, assets.get(hashed + request.params.name)),
      })
      for (const file of others)
        app.route({ ...open, url: file.path, handler: async (request, reply) => sendFile(request, reply, file) })
    },
  }
}

/** Distinguishes browsers by their Accept header: they get the page, programs get a 404. */
function isPage(request: FastifyRequest): boolean {
  return request.is404 && isFromBrowser(request) && !ours.test(request.url)
}

function isFromBrowser({ method, headers: { accept = '' } }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return accept.length <= maxAcceptLength && accept.toLowerCase().includes('text/html')
}

function sendPage(reply: FastifyReply, { html, policy }: Page): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(html)
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile | undefined): FastifyReply {
  if (file === undefined) throw notFound()
  const encoding = chooseEncoding(request.headers['accept-encoding'], file.forms)
  const etag = `"${file.etag}-${encoding}"`
  reply.header('cache-control', file.path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache')
  reply.header('etag', etag).header('vary', 'accept-encoding')
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(file.type).send(file.forms.get(encoding))
}

function isKnown(header: string | undefined, etag: string): boolean {
  return header === '*' || (header?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false)
}
