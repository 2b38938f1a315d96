import { expect, it } from 'vitest'
import { inMatchOrder, requireUsablePaths } from './path-routes.policy.ts'
import { PathRouteRequest, StoredPath } from './path-routes.schemas.ts'

const paths = (...all: string[]) => all.map((path) => StoredPath.parse({ path, service: 'web' }))

it('longer paths come first, whatever their order was', () => {
  const ordered = ['/a/b/c', '/a/b', '/b/c', '/a', '/long-name']
  expect(inMatchOrder(paths(...ordered.toReversed())).map(({ path }) => path)).toEqual(ordered)
})

it.each(['/api', '/a/b/c', '/.well-known', '/...', '/a.b/~c', `/${'a'.repeat(254)}`])('%s is a path', (path) => {
  expect(PathRouteRequest.safeParse({ path, service: 'web' }).success).toBe(true)
})

it.each([
  '', '/', 'api', '/api/', '//api', '/a//b', '/.', '/..', '/a/../b', '/a/.', '/a%2fb', '/a;b', '/a\\b', '/a b', '/a?b', '/a#b', '/é', '/a\n',
  `/${'a'.repeat(255)}`,
])("%j isn't a path", (path) => {
  expect(PathRouteRequest.safeParse({ path, service: 'web' }).success).toBe(false)
}) // biome-ignore format: a list

it('422 for a path that appears twice, and for a service that handles no requests', () => {
  const message = (all: StoredPath[], services: string[]) => {
    try {
      requireUsablePaths(all, services)
      return null
    } catch (error) {
      return JSON.stringify(error)
    }
  }
  expect(message(paths('/a', '/b'), ['web'])).toBeNull()
  expect(message(paths('/a', '/b', '/a'), ['web'])).toContain('/paths/2/path')
  expect(message(paths('/a'), ['api', 'docs'])).toContain('/paths/0/service')
})
