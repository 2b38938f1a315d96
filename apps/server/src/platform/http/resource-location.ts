/** Computes the URL of a resource that was just created. */
import type { FastifyRequest } from 'fastify'

/** Returns null if the body identifies no resource. */
export function locationOf({ url, routeOptions }: FastifyRequest, body: unknown): string | null {
  if (typeof fieldOf(body, 'id') !== 'string') return null
  const template = routeOptions.config.location ?? `${url.split('?')[0]}/{id}`
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(fieldOf(body, name)))
}

export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
}
