/** Hashes the passwords of paths before the transaction, because that takes a while. */
import { invalid } from '../../../platform/errors/app-error.ts'
import type { PreparedPath } from './path-routes.policy.ts'
import type { PathRouteRequest } from './path-routes.schemas.ts'
import { requireDistinct } from './require-distinct.policy.ts'
import { hashSignIn } from './sign-in-hash.crypto.ts'

/** Each hash takes 16 MiB, so a request can't have one for each of 20 users of 50 paths. */
const maxPasswords = 50

export async function preparePaths(paths: readonly PathRouteRequest[]): Promise<PreparedPath[]> {
  const users = paths.map(({ basicAuth }) => basicAuth)
  for (const [index, given] of users.entries()) requireDistinctUsers(given, `/paths/${index}/basicAuth`)
  if (users.flat().filter(({ password }) => password !== undefined).length > maxPasswords)
    throw invalid('/paths', 'too_long', `can have ${maxPasswords} passwords in one request`)
  return await Promise.all(
    paths.map(async ({ basicAuth, ...path }) => {
      const signIns = basicAuth.map(async ({ username, password }) =>
        password === undefined ? { username } : await hashSignIn({ username, password }),
      )
      return { ...path, signIns: await Promise.all(signIns) }
    }),
  )
}

export function requireDistinctUsers(given: readonly { username: string }[], pointer: string): void {
  requireDistinct(
    given.map(({ username }) => username),
    (index) => `${pointer}/${index}/username`,
  )
}
