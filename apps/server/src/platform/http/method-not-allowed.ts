/** 405 with Allow for a known path and another method, 404 for the rest. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'

export interface MethodTable {
  /** No route is meant for this request. A fixed path is never taken for the parameter of another one. */
  isUnmet(request: FastifyRequest): boolean
  /** Of the path of the request. */
  methodsOf(request: FastifyRequest): string[]
}

/** Before any route is registered. */
export function createMethodTable(app: FastifyInstance): MethodTable {
  const known = new Map<string, { pattern: string[]; methods: Set<string> }>()
  app.addHook('onRoute', (route) => {
    const entry = known.get(route.url) ?? { pattern: route.url.split('/'), methods: new Set<string>() }
    for (const method of [route.method].flat()) entry.methods.add(method)
    known.set(route.url, entry)
  })
  const fixed = (path: string) => (path.includes(':') ? undefined : known.get(path))
  return {
    isUnmet(request) {
      if (request.is404) return true
      const isParametric = request.routeOptions.url?.includes(':') === true
      return isParametric && fixed(pathOf(request)) !== undefined
    },
    methodsOf(request) {
      const path = pathOf(request)
      const parts = path.split('/')
      const exact = fixed(path)
      const entries =
        exact === undefined ? [...known.values()].filter(({ pattern }) => matches(pattern, parts)) : [exact]
      return [...new Set(entries.flatMap((entry) => [...entry.methods]))]
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
  // In a hook, not in the handler: whatever else the request carries does not matter, and its body is not read.
  app.addHook('onRequest', async (request, reply) => {
    if (table.isUnmet(request)) refuse(request, reply)
  })
  app.setNotFoundHandler(refuse)
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.length !== path.length) return false
  return pattern.every((part, index) => (part.startsWith(':') ? path[index] !== '' : part === path[index]))
}
