/** Responds with 405 and Allow for a known path with another method, and with 404 for the rest. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'

export interface MethodTable {
  /** Whether no route matches the request. A fixed path never matches the parameter of another route. */
  isUnmatched(request: FastifyRequest): boolean
  /** Returns the methods of the request's path. */
  methodsOf(request: FastifyRequest): string[]
}

interface KnownPath {
  readonly pattern: readonly string[]
  readonly methods: Set<string>
}

/** Call before any route is registered. */
export function createMethodTable(app: FastifyInstance): MethodTable {
  const known = new Map<string, KnownPath>()
  const rivals = new Map<string, KnownPath[]>()
  app.addHook('onRoute', (route) => {
    const entry = known.get(route.url) ?? { pattern: route.url.split('/'), methods: new Set<string>() }
    for (const method of [route.method].flat()) entry.methods.add(method)
    known.set(route.url, entry)
  })
  /** Returns more specific paths where this one has a parameter. Most paths have none, so a request costs nothing. */
  const rivalsOf = (url: string): KnownPath[] => {
    const found = rivals.get(url)
    if (found !== undefined) return found
    const own = url.split('/')
    const narrower = [...known.values()].filter(({ pattern }) => isNarrower(pattern, own))
    rivals.set(url, narrower)
    return narrower
  }
  return {
    isUnmatched(request) {
      const { url } = request.routeOptions
      if (request.is404 || url === undefined) return true
      const narrower = url.includes(':') ? rivalsOf(url) : []
      if (narrower.length === 0) return false
      const parts = pathOf(request).split('/')
      return narrower.some(({ pattern }) => matches(pattern, parts))
    },
    methodsOf(request) {
      const parts = pathOf(request).split('/')
      const fitting = [...known.values()].filter(({ pattern }) => matches(pattern, parts))
      const narrowest = fitting.filter(({ pattern }) => !fitting.some((other) => isNarrower(other.pattern, pattern)))
      return [...new Set(narrowest.flatMap(({ methods }) => [...methods]))]
    },
  }
}

export function registerMethodNotAllowed(app: FastifyInstance, table: MethodTable): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const methods = table.methodsOf(request)
    if (methods.length === 0) throw notFound()
    reply.header('allow', methods.join(', '))
    throw new AppError(platformProblems.method_not_allowed, `${request.method} is not a method of this path.`)
  }
  // Runs in a hook so that the rest of the request doesn't matter and its body isn't read.
  app.addHook('onRequest', async (request, reply) => {
    if (table.isUnmatched(request)) refuse(request, reply)
  })
  app.setNotFoundHandler(refuse)
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}

/**
 * Whether every path that matches `pattern` also matches `than`, and `pattern` has a fixed segment where `than` has a
 * parameter.
 */
function isNarrower(pattern: readonly string[], than: readonly string[]): boolean {
  if (pattern.length !== than.length || pattern.join('/') === than.join('/')) return false
  const fits = pattern.every((part, index) => than[index]?.startsWith(':') === true || part === than[index])
  return fits && pattern.some((part, index) => !part.startsWith(':') && than[index]?.startsWith(':') === true)
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.length !== path.length) return false
  return pattern.every((part, index) => (part.startsWith(':') ? path[index] !== '' : part === path[index]))
}
