/** Creates the client for a provider and a credential. */
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import type { ProviderKind } from '../git-providers.schemas.ts'
import type { GithubApp } from '../github-app.schemas.ts'
import { apiUrlOf } from './api-url.policy.ts'
import { createBitbucketClient } from './bitbucket.client.ts'
import type { GitClient } from './git.client.ts'
import { createGiteaClient } from './gitea.client.ts'
import { createGithubClient, githubHeaders } from './github.client.ts'
import { type AppTokens, createGithubAppClient } from './github-app.client.ts'
import { createGitlabClient } from './gitlab.client.ts'
import { createProviderHttp } from './provider-http.client.ts'
import type { RateGate } from './rate-gate.client.ts'

export type ProviderCredential =
  | { token: Secret; username: string | null }
  | { app: GithubApp; key: Secret }
  /** Anonymous access to public repositories. */
  | null

export interface ClientParts {
  outbound: Outbound
  gate: RateGate
  tokens: AppTokens
}

export interface ClientOptions {
  kind: ProviderKind
  baseUrl: string
  credential: ProviderCredential
  /** Owner of limits, failures and tokens; never shared between organizations. */
  scope: string
}

export function createGitClient(parts: ClientParts, { kind, baseUrl, credential, scope }: ClientOptions): GitClient {
  if (credential !== null && 'app' in credential)
    return createGithubAppClient({ ...parts, baseUrl, app: credential.app, key: credential.key, scope })
  const http = createProviderHttp({
    outbound: parts.outbound,
    gate: parts.gate,
    apiUrl: apiUrlOf(kind, baseUrl),
    scope,
    ...(kind === 'github' ? { headers: githubHeaders } : {}),
    authorize: async () => (credential === null ? {} : { authorization: authorization(kind, credential) }),
  })
  const token = () => credential?.token.reveal() ?? ''
  switch (kind) {
    case 'github':
      return createGithubClient({ http, baseUrl, password: async () => token() })
    case 'gitlab':
      return createGitlabClient({ http, baseUrl, token })
    case 'bitbucket':
      return createBitbucketClient({ http, baseUrl, token, username: credential?.username ?? null })
    case 'gitea':
      return createGiteaClient({ http, baseUrl, token })
  }
}

function authorization(kind: ProviderKind, { token, username }: { token: Secret; username: string | null }): string {
  if (kind === 'gitea') return `token ${token.reveal()}`
  if (kind !== 'bitbucket' || username === null) return `Bearer ${token.reveal()}`
  return `Basic ${Buffer.from(`${username}:${token.reveal()}`).toString('base64')}`
}
