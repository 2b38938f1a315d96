/**
 * ETag of resources with a version, and Location of created ones. Both are derived from the routes: a resource that can
 * be changed with If-Match has an ETag, and one that can be read below the path where it was created has a Location.
 */
import type { FastifyInstance, RouteOptions } from 'fastify'
import { etagOf } from './request-options.ts'
import { fieldOf, locationOf } from './resource-location.ts'

type KnownRoute = Pick<RouteOptions, 'method' | 'url' | 'config'>

export interface ResourceRoutes {
  note(route: KnownRoute): void
  hasTag(method: string, url: string): boolean
  /** Whether the response to a creation has a Location header. */
  hasLocation(url: string, config: { location?: string | undefined } | undefined): boolean
}

export function createResourceRoutes(): ResourceRoutes {
  const versioned = new Set<string>()
  const readable = new Set<string>()
  return {
    note({ method, url, config }) {
      if (config?.versioned === true) versioned.add(shapeOf(url))
      if (method === 'GET') readable.add(shapeOf(url))
    },
    hasTag: (method, url) => versioned.has(shapeOf(url)) || (method === 'POST' && versioned.has(`${shapeOf(url)}/:`)),
    hasLocation: (url, config) => config?.location !== undefined || readable.has(`${shapeOf(url)}/:`),
  }
}

export function registerResourceHeaders(app: FastifyInstance, routes: ResourceRoutes): void {
  app.addHook('onRoute', routes.note)
  app.addHook('preSerialization', async ({ method, routeOptions }, reply, payload: unknown) => {
    const version = fieldOf(payload, 'version')
    const isTagged = reply.statusCode < 300 && !reply.hasHeader('etag') && typeof version === 'number'
    if (isTagged && routes.hasTag(method, routeOptions.url ?? '')) reply.header('etag', etagOf(version))
    return payload
  })
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const { url = '', config } = request.routeOptions
    if (reply.statusCode !== 201 || reply.hasHeader('location') || typeof payload !== 'string') return payload
    const location = routes.hasLocation(url, config) ? locationOf(request, JSON.parse(payload)) : null
    if (location !== null) reply.header('location', location)
    return payload
  })
}

/** Normalizes parameter names, which differ between routes of one path. */
function shapeOf(url: string): string {
  return url.replaceAll(/:\w+/g, ':')
}
