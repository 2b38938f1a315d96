/** Paths of a hostname; pure. */
import { invalid } from '../../../platform/errors/app-error.ts'
import type { PathRoute, StoredPath } from './path-routes.schemas.ts'
import type { StoredSignIn } from './sign-ins.schemas.ts'

/** A user without a hash keeps the stored one. */
export type PreparedPath = Omit<StoredPath, 'signIns'> & {
  signIns: (StoredSignIn | { username: string })[]
}

/** Takes over the passwords that aren't given. */
export function mergePaths(paths: readonly PreparedPath[], before: readonly StoredPath[]): StoredPath[] {
  return paths.map((path, index) => {
    const known = before.find((each) => each.path === path.path)?.signIns ?? []
    const signIns = path.signIns.map((given, place) => {
      if ('hash' in given) return given
      const found = known.find(({ username }) => username === given.username)
      if (found === undefined)
        throw invalid(`/paths/${index}/basicAuth/${place}/password`, 'required', 'is required for a new user')
      return found
    })
    return { ...path, signIns }
  })
}

/** The order in which the proxy tries them: the longest first. At most one path of a length matches a request. */
export function inMatchOrder<Path extends Pick<PathRoute, 'path'>>(paths: readonly Path[]): Path[] {
  return paths.toSorted((one, other) => depthOf(other) - depthOf(one) || (one.path < other.path ? -1 : 1))
}

function depthOf({ path }: Pick<PathRoute, 'path'>): number {
  return path.split('/').length
}

/** `services`: those of the environment that handle requests. */
export function requireUsablePaths(
  paths: readonly Pick<PathRoute, 'path' | 'service'>[],
  services: readonly string[],
): void {
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
