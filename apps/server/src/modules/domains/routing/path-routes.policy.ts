/** Paths of a hostname; pure. */
import { invalid } from '../../../platform/errors/app-error.ts'
import type { PathRoute } from './path-routes.schemas.ts'

/** The order in which the proxy tries them: the longest first. At most one path of a length matches a request. */
export function inMatchOrder<Path extends Pick<PathRoute, 'path'>>(paths: readonly Path[]): Path[] {
  return paths.toSorted((one, other) => depthOf(other) - depthOf(one) || (one.path < other.path ? -1 : 1))
}

function depthOf({ path }: Pick<PathRoute, 'path'>): number {
  return path.split('/').length
}

/** `services`: those of the environment that handle requests. */
export function requireUsablePaths(paths: readonly PathRoute[], services: readonly string[]): void {
  for (const [index, { path, service }] of paths.entries()) {
    if (paths.findIndex((each) => each.path === path) < index)
      throw invalid(`/paths/${index}/path`, 'duplicate', 'appears twice')
    if (!services.includes(service))
      throw invalid(
        `/paths/${index}/service`,
        'not_found',
        `must be a service that handles requests: ${services.join(', ') || 'there is none'}`,
      )
  }
}
