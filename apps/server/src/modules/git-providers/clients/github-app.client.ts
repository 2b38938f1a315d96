/**
 * An organization's own GitHub App. It authenticates with its key and gets installation tokens for an hour. Tokens are
 * kept in the worker's memory and renewed shortly before they expire.
 */
import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import type { GithubApp } from '../github-app.schemas.ts'
import { apiUrlOf } from './api-url.policy.ts'
import type { Account, Call, GitClient } from './git.client.ts'
import { createGithubClient, githubHeaders } from './github.client.ts'
import { IdText, LoginText, readItems, readOne, When } from './parse-response.client.ts'
import { ProviderError } from './provider-error.client.ts'
import { createProviderHttp, type ProviderHttp } from './provider-http.client.ts'
import type { RateGate } from './rate-gate.client.ts'

const App = z.object({ id: IdText, slug: z.string().regex(/^[\w-]{1,100}$/), owner: z.object({ login: LoginText }) })
const Installation = z.object({ id: IdText, permissions: z.record(z.string().max(60), z.string().max(20)).catch({}) })
const Token = z.object({
  token: z
    .string()
    .min(8)
    .max(2_048)
    .regex(/^[\x21-\x7e]+$/),
  expires_at: When,
})

const needed = ['contents:read', 'metadata:read', 'statuses:write', 'repository_hooks:write']
/** GitHub accepts at most ten minutes, and clocks differ. */
const jwtSeconds = 9 * 60
const renewBeforeMs = 5 * 60_000
const maximumTokens = 1_000

/** Cached tokens: one for each credential generation of a provider. */
export interface AppTokens {
  get(key: string, make: () => Promise<{ token: string; expiresAtMs: number }>): Promise<string>
}

export function createAppTokens(nowMs: () => number = Date.now): AppTokens {
  const known = new Map<string, { token: Promise<{ token: string; expiresAtMs: number }>; expiresAtMs: number }>()
  return {
    async get(key, make) {
      const cached = known.get(key)
      if (cached !== undefined && cached.expiresAtMs - renewBeforeMs > nowMs()) return (await cached.token).token
      const [oldest] = known.keys()
      if (known.size >= maximumTokens && oldest !== undefined) known.delete(oldest)
      const token = make()
      // Concurrent callers wait for the same token.
      const entry = { token, expiresAtMs: Number.POSITIVE_INFINITY }
      known.set(key, entry)
      try {
        const created = await token
        entry.expiresAtMs = created.expiresAtMs
        return created.token
      } catch (error) {
        known.delete(key)
        throw error
      }
    },
  }
}

export interface GithubAppOptions {
  outbound: Outbound
  gate: RateGate
  tokens: AppTokens
  baseUrl: string
  app: GithubApp
  key: Secret
  scope: string
}

export function createGithubAppClient(options: GithubAppOptions): GitClient {
  const { app, key, tokens, baseUrl, scope } = options
  const shared = { outbound: options.outbound, gate: options.gate, scope, apiUrl: apiUrlOf('github', baseUrl) }
  const asApp = createProviderHttp({
    ...shared,
    headers: githubHeaders,
    authorize: async () => ({ authorization: `Bearer ${await signJwt(app, key)}` }),
  })
  const password = (call: Call) => tokens.get(`${scope} ${app.installationId}`, () => createToken(asApp, app, call))
  const http = createProviderHttp({
    ...shared,
    headers: githubHeaders,
    authorize: async (call) => ({ authorization: `Bearer ${await password(call)}` }),
  })
  return createGithubClient({
    http,
    baseUrl,
    password,
    repositoriesPath: '/installation/repositories?',
    whoAmI: (call) => whoAmI(asApp, call),
  })
}

async function whoAmI(http: ProviderHttp, call: Call): Promise<Account> {
  const { id, owner } = readOne(await http.get('/app', call), App)
  const [installation] = readItems((await http.get('/app/installations?per_page=1', call)).json, Installation).items
  const scopes = Object.entries(installation?.permissions ?? {})
    .map(([name, level]) => `${name}:${level}`)
    .filter((scope) => /^\w{1,60}:\w{1,20}$/.test(scope))
    .slice(0, 50)
  const missingScopes = installation === undefined ? [] : needed.filter((scope) => !covers(scopes, scope))
  return { id, login: owner.login, scopes, missingScopes, installationId: installation?.id ?? null }
}

function covers(scopes: readonly string[], wanted: string): boolean {
  return scopes.includes(wanted) || scopes.includes(wanted.replace(':read', ':write'))
}

async function createToken(http: ProviderHttp, app: GithubApp, call: Call) {
  if (app.installationId === null)
    throw new ProviderError('forbidden', {
      message: "The app isn't installed yet. Open installUrl and choose repositories.",
    })
  const path = `/app/installations/${encodeURIComponent(app.installationId)}/access_tokens`
  const { token, expires_at } = readOne(await http.send('POST', path, {}, call), Token)
  return { token, expiresAtMs: expires_at?.getTime() ?? 0 }
}

async function signJwt(app: GithubApp, key: Secret): Promise<string> {
  const nowSeconds = Math.floor(Date.now() / 1_000)
  return await new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(app.appId)
    .setIssuedAt(nowSeconds - 60)
    .setExpirationTime(nowSeconds + jwtSeconds)
    .sign(createPrivateKey(key.reveal()))
}
