/**
 * A person's session. The access token lives in memory and nowhere else. The refresh token is in a cookie that scripts
 * cannot read; programs outside of browsers get it in the answer, and keep it where they say.
 */
import type { Credentials } from './credentials.ts'
import { login, logout, refreshSession, register, verifyOtp } from './operations.generated.ts'
import { isProblem } from './problem.ts'
import { delay } from './time.ts'
import { createTransport, type TransportOptions } from './transport.ts'
import type { LoginRequest, RegisterRequest, RegistrationPending, Session, User } from './types.generated.ts'

/** Where a program keeps its refresh token, such as a file that only its user reads. Browsers need none. */
export interface RefreshStore {
  read(): string | null | Promise<string | null>
  write(token: string | null): void | Promise<void>
}

export interface SessionOptions extends Omit<TransportOptions, 'credentials' | 'organization'> {
  store?: RefreshStore | undefined
  /** Also when the server ends the session: null. */
  onChange?: ((user: User | null) => void) | undefined
}

export type SignUpResult = { user: User; pending?: undefined } | { user?: undefined; pending: RegistrationPending }
export type SignInResult = { user: User; mfaToken?: undefined } | { user?: undefined; mfaToken: string }

export interface UserSession extends Credentials {
  readonly user: User | null
  /** `pending`: a code is on its way by mail. */
  signUp(body: RegisterRequest): Promise<SignUpResult>
  verifyEmail(body: { email: string; code: string }): Promise<User>
  /** `mfaToken`: the password is right, and a code of the authenticator is needed too. */
  signIn(body: LoginRequest): Promise<SignInResult>
  verifySecondFactor(body: { mfaToken: string; code: string }): Promise<User>
  /** Takes up a session of before, by the cookie or the stored token; null: there is none. */
  resume(): Promise<User | null>
  signOut(): Promise<void>
}

/** Together well below the ten seconds after which a token that is used again ends the session. */
const waitsMs = [200, 400, 800, 1_600]

export function createSession(options: SessionOptions = {}): UserSession {
  const { store = createMemoryStore() } = options
  const state: { access: string | undefined; user: User | null; isOver: boolean } = {
    access: undefined,
    user: null,
    isOver: false,
  }
  let refreshing: Promise<User | null> | undefined

  const begin = async (session: Session): Promise<User> => {
    // Stored first: the token before it is worth nothing any more.
    if (session.refreshToken !== undefined) await store.write(session.refreshToken)
    Object.assign(state, { access: session.accessToken, user: session.user, isOver: false })
    options.onChange?.(session.user)
    return session.user
  }
  const end = async (): Promise<null> => {
    const wasOpen = state.user !== null
    Object.assign(state, { access: undefined, user: null, isOver: true })
    await store.write(null)
    if (wasOpen) options.onChange?.(null)
    return null
  }
  const refresh = async (): Promise<User | null> => {
    for (let attempt = 0; ; attempt += 1) {
      const refreshToken = await store.read()
      const body = refreshToken === null ? {} : { refreshToken }
      try {
        return await begin(await ask(refreshSession, { body }))
      } catch (error) {
        if (isProblem(error, 'invalid_refresh_token')) return await end()
        const waitMs = waitsMs[attempt]
        // Another tab or process was faster: its new token is in the cookie or the store in a moment.
        if (!isProblem(error, 'refresh_in_progress') || waitMs === undefined) throw error
        await delay(waitMs)
      }
    }
  }
  const resume = (): Promise<User | null> => {
    refreshing ??= inTurn(refresh).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
  const credentials: Credentials = {
    async token() {
      if (state.access === undefined && !state.isOver) await resume()
      return state.access
    },
    async renew(refused) {
      if (state.isOver) return false
      // Somebody else may have renewed it while this request was on its way.
      if (state.access === undefined || state.access === refused) await resume()
      return state.access !== undefined && state.access !== refused
    },
  }
  const transport = createTransport({ ...options, credentials })
  const ask = async (
    operation: typeof refreshSession | typeof login | typeof verifyOtp,
    parameters: object,
  ): Promise<Session> => await transport.send(operation, parameters, {}, (response) => response.json())

  return {
    ...credentials,
    get user() {
      return state.user
    },
    async signUp(body) {
      const answer: Session | RegistrationPending = await transport.send(register, { body }, {}, (response) =>
        response.json(),
      )
      return 'accessToken' in answer ? { user: await begin(answer) } : { pending: answer }
    },
    verifyEmail: async (body) => await begin(await ask(verifyOtp, { body })),
    verifySecondFactor: async (body) => await begin(await ask(verifyOtp, { body })),
    async signIn(body) {
      try {
        return { user: await begin(await ask(login, { body })) }
      } catch (error) {
        if (!isProblem(error, 'mfa_required')) throw error
        return { mfaToken: String(error.body.mfaToken) }
      }
    },
    resume,
    async signOut() {
      try {
        await transport.send(logout, {}, {}, async () => undefined)
      } finally {
        await end()
      }
    },
  }
}

function createMemoryStore(): RefreshStore {
  let kept: string | null = null
  return {
    read: () => kept,
    write(token) {
      kept = token
    },
  }
}

/** One tab after the other, so that each finds the cookie that the one before it got. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks = globalThis.navigator?.locks
  return locks === undefined ? await work() : await locks.request('longshore-refresh', work)
}
