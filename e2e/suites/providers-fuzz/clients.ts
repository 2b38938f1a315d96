/** Clients as the worker creates them, for a Git provider on loopback. */
import { parseAddressPolicy } from '@longshore/addresses'
import {
  createAppTokens,
  createGitClient,
  createRateGate,
  type GitClient,
  ProviderError,
} from '../../../apps/server/src/testing/internals/git-providers.ts'
import { createOutbound } from '../../../apps/server/src/testing/internals/outbound.ts'
import { Secret } from '../../../apps/server/src/testing/internals/secrets.ts'
import type { FilledGitProvider } from './git-providers.ts'

export const call = { signal: new AbortController().signal }

let count = 0

/** Returns a new client each time, so that earlier failures don't matter. */
export function clientOf(
  gitProvider: Pick<FilledGitProvider, 'kind' | 'url' | 'token'>,
  token = gitProvider.token,
): GitClient {
  count += 1
  const outbound = createOutbound({
    allow: parseAddressPolicy('127.0.0.1:1024-65535'),
    limits: { firstByteMs: 1_000, totalMs: 3_000 },
  })
  const parts = { outbound, gate: createRateGate(), tokens: createAppTokens() }
  const credential = { token: new Secret(token), username: null }
  return createGitClient(parts, {
    kind: gitProvider.kind,
    baseUrl: gitProvider.url,
    credential,
    scope: `test ${count}`,
  })
}

/** How it failed; `none` when it did not. */
export async function failureOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'none',
    (error: unknown) => (error instanceof ProviderError ? error.failure : `not a failure of a provider: ${error}`),
  )
}
