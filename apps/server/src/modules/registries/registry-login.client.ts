/**
 * Verifies a credential at a registry, like `docker login`: `GET /v2/`, then what its challenge asks for. A challenge
 * can name any host as the token service, so the password is sent only to one that belongs to the registry, and its
 * address is checked like every other.
 */
import { AppError } from '../../platform/errors/app-error.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import type { OutboundResponse } from '../../platform/outbound/outbound-request.ts'
import type { Secret } from '../../platform/secrets/secret.ts'
import { registryProblems } from './registries.problems.ts'
import { parseChallenge } from './registry-challenge.policy.ts'
import { registryUrl } from './registry-host.policy.ts'
import { isOwnTokenService } from './token-service.policy.ts'

export interface Account {
  host: string
  username: string
  password: Secret
}

interface LoginContext {
  outbound: Outbound
  scope: string
  signal: AbortSignal
}

/** Throws `AppError` if the credential isn't accepted. */
export async function logIn(account: Account, asking: LoginContext): Promise<void> {
  const url = registryUrl(account.host)
  const basic = `Basic ${Buffer.from(`${account.username}:${account.password.reveal()}`).toString('base64')}`
  const first = await request(url, {}, asking)
  // The registry requires no authentication.
  if (first.status === 200) return
  if (first.status !== 401) throw new AppError(registryProblems.registry_not_reached)
  const challenge = parseChallenge(first.headers.get('www-authenticate') ?? '')
  if (challenge === undefined) throw new AppError(registryProblems.registry_not_reached)
  if (challenge.scheme === 'basic') return requireAccepted(await request(url, { authorization: basic }, asking))
  const answer = await request(
    tokenUrl(challenge, { registry: url, username: account.username }),
    { authorization: basic },
    asking,
  )
  requireAccepted(answer)
  const authorization = `Bearer ${tokenOf(answer)}`
  requireAccepted(await request(url, { authorization }, asking))
}

function tokenUrl(
  challenge: { realm: string; service: string | null },
  { registry, username }: { registry: string; username: string },
): string {
  const url = URL.parse(challenge.realm)
  if (url === null) throw new AppError(registryProblems.registry_not_reached)
  if (!isOwnTokenService(new URL(registry), url)) throw foreignTokenService(url)
  if (challenge.service !== null) url.searchParams.set('service', challenge.service)
  url.searchParams.set('account', username)
  return url.href
}

const maxOriginLength = 300

function foreignTokenService({ protocol, host }: URL): AppError {
  const origin = `${protocol}//${host}`.slice(0, maxOriginLength)
  const message = `The registry asks to send the password to ${origin}, which doesn't belong to it. Longshore didn't send it.`
  return new AppError(registryProblems.registry_login_elsewhere, message)
}

async function request(url: string, headers: Record<string, string>, asking: LoginContext): Promise<OutboundResponse> {
  const { outbound, scope, signal } = asking
  try {
    return await outbound.request({ url, headers, scope, signal, maximumBytes: 256 << 10 })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const isRefused = ['address_not_allowed', 'plain_http', 'invalid_url'].includes(error.failure)
    const problem = isRefused ? registryProblems.registry_address_refused : registryProblems.registry_not_reached
    throw new AppError(problem, error.message, { cause: error })
  }
}

function requireAccepted({ status }: OutboundResponse): void {
  if (status === 401 || status === 403) throw new AppError(registryProblems.registry_refused)
  if (status !== 200) throw new AppError(registryProblems.registry_not_reached)
}

const maxTokenLength = 64 << 10

function tokenOf({ body }: OutboundResponse): string {
  const answer: unknown = parse(body)
  const token: unknown =
    typeof answer === 'object' && answer !== null
      ? (Reflect.get(answer, 'token') ?? Reflect.get(answer, 'access_token'))
      : undefined
  if (typeof token !== 'string' || token.length > maxTokenLength || !/^[\x21-\x7e]+$/.test(token))
    throw new AppError(registryProblems.registry_not_reached)
  return token
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new AppError(registryProblems.registry_not_reached)
  }
}
