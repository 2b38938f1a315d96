/** Calls the API as a client would. Each client has its own IP address, as if it came through a proxy. */
import type { Instance } from './instance.ts'
import type { ResponseView } from './response-view.ts'

/** `Body` is trusted: nothing compares it with the response. */
export interface Answer<Body = ResponseView> {
  status: number
  headers: Headers
  body: Body
  text: string
}

export interface CallOptions {
  token?: string | undefined
  organization?: string
  body?: unknown
  /** Sent unchanged instead of JSON. */
  rawBody?: string
  headers?: Record<string, string>
  address?: string
}

export async function call<Body = ResponseView>(
  instance: Pick<Instance, 'url'>,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer<Body>> {
  const headers: Record<string, string> = {
    'x-forwarded-for': options.address ?? newAddress(),
    ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
    ...(options.organization === undefined ? {} : { 'longshore-organization': options.organization }),
    ...(options.body === undefined && options.rawBody === undefined ? {} : { 'content-type': 'application/json' }),
    ...options.headers,
  }
  const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const answer = await fetch(instance.url + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, body: parse(text) }
}

let nextAddress = 0
/** An IP address that wasn't used before in this run. */
export function newAddress(): string {
  nextAddress += 1
  return `10.${(nextAddress >> 16) & 255}.${(nextAddress >> 8) & 255}.${nextAddress & 255}`
}

export const password = 'tangerine rocket umbrella'

export interface SignedIn {
  email: string
  token: string
  refreshToken: string
  userId: string
  organizationId: string
  /** Selects this organization instead of the user's first one. */
  worksIn?: string
}

let nextUser = 0
/** A new, verified account, confirmed with the real email. */
export async function signUp(instance: Instance, email = `user${++nextUser}@example.com`): Promise<SignedIn> {
  const address = newAddress()
  const pending = await call(instance, 'POST', '/api/v1/auth/register', {
    body: { email, password, name: 'Test' },
    address,
  })
  if (pending.status !== 202) throw new Error(`register: ${pending.status} ${pending.text}`)
  const code = await instance.mailbox.waitForCode(email)
  const answer = await call(instance, 'POST', '/api/v1/auth/verify-otp', { body: { email, code }, address })
  if (answer.status !== 200) throw new Error(`verify-otp: ${answer.status} ${answer.text}`)
  return toSignedIn(answer, email)
}

export function toSignedIn(answer: Answer, email: string): SignedIn {
  return {
    email,
    token: answer.body.accessToken,
    refreshToken: answer.body.refreshToken,
    userId: answer.body.user.id,
    organizationId: answer.body.user.organizations[0].id,
  }
}

/**
 * Paths are below the prefix. A long suite outlives an access token, so a refused one is refreshed. Deleting permanently needs
 * a recent sign-in, so the person signs in again if theirs is too old.
 */
export async function callAs<Body = ResponseView>(
  instance: Pick<Instance, 'url'>,
  person: SignedIn,
  { method, path, body }: { method: string; path: string; body?: unknown },
): Promise<Answer<Body>> {
  const send = () =>
    call<Body>(instance, method, `/api/v1${path}`, {
      token: person.token,
      ...(person.worksIn === undefined ? {} : { organization: person.worksIn }),
      ...(body === undefined ? {} : { body }),
    })
  let answer = await send()
  if (answer.status === 401 && !isTooOld(answer) && (await renew(instance, person))) answer = await send()
  if (!isTooOld(answer)) return answer
  await signInAgain(instance, person)
  return await send()
}

function isTooOld({ status, text }: Answer<unknown>): boolean {
  return status === 401 && text.includes('"recent_sign_in_required"')
}

/** A new session with the password, as after a prompt for it. */
export async function signInAgain(instance: Pick<Instance, 'url'>, person: SignedIn): Promise<void> {
  const body = { email: person.email, password }
  const answer = await call(instance, 'POST', '/api/v1/auth/login', { body })
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.text}`)
  person.token = answer.body.accessToken
  person.refreshToken = answer.body.refreshToken
}

const renewals = new WeakMap<SignedIn, Promise<boolean>>()

/** Refreshes once for all concurrent callers: a refresh token that is used twice ends the session. */
async function renew(instance: Pick<Instance, 'url'>, person: SignedIn): Promise<boolean> {
  const going = renewals.get(person) ?? refresh(instance, person).finally(() => renewals.delete(person))
  renewals.set(person, going)
  return await going
}

async function refresh(instance: Pick<Instance, 'url'>, person: SignedIn): Promise<boolean> {
  const answer = await call(instance, 'POST', '/api/v1/auth/refresh', { body: { refreshToken: person.refreshToken } })
  if (answer.status !== 200) return false
  person.token = answer.body.accessToken
  person.refreshToken = answer.body.refreshToken
  return true
}

/** Undefined if it isn't JSON, though no type says so. */
function parse<Body>(text: string): Body {
  try {
    return JSON.parse(text)
  } catch {
    return undefined as Body
  }
}
