/** 405 with Allow for a known path and another method, 404 for the rest. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'

export function registerMethodNotAllowed(app: FastifyInstance): void {
  const known = new Map<string, { pattern: string[]; methods: Set<string> }>()
  app.addHook('onRoute', (route) => {
    const entry = known.get(route.url) ?? { pattern: route.url.split('/'), methods: new Set<string>() }
    for (const method of [route.method].flat()) entry.methods.add(method)
    known.set(route.url, entry)
  })
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const path = (request.url.split('?')[0] ?? '').split('/')
    const methods = [...known.values()]
      .filter((entry) => matches(entry.pattern, path))
      .flatMap((entry) => [...entry.methods])
    if (methods.length === 0) throw notFound()
    reply.header('allow', [...new Set(methods)].join(', '))
    throw new AppError(platformProblems.method_not_allowed, `${request.method} is not a method of this path.`)
  }
  // In a hook, not in the handler: whatever else the request carries does not matter, and its body is not read.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) refuse(request, reply)
  })
  app.setNotFoundHandler(refuse)
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.length !== path.length) return false
  return pattern.every((part, index) => (part.startsWith(':') ? path[index] !== '' : part === path[index]))
}
