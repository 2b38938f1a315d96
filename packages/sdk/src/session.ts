/**
 * A user session. The access token is only in memory. The refresh token is in a cookie that scripts can't read; other programs
 * get it in the response and store it themselves.
 */
import type { Credentials } from './credentials.ts'
import { login, logout, register, verifyOtp } from './operations.generated.ts'
import { isProblem } from './problem.ts'
import { readJson } from './read-json.ts'
import { createSessionTokens, type SessionOptions } from './session-tokens.ts'
import { createTransport } from './transport.ts'
import type { LoginRequest, RegisterRequest, RegistrationPending, Session, User } from './types.generated.ts'

export type SignUpResult = { user: User; pending?: undefined } | { user?: undefined; pending: RegistrationPending }
export type SignInResult = { user: User; mfaToken?: undefined } | { user?: undefined; mfaToken: string }

export interface UserSession extends Credentials {
  readonly user: User | null
  /** `pending`: a code was sent by email. */
  signUp(body: RegisterRequest): Promise<SignUpResult>
  verifyEmail(body: { email: string; code: string }): Promise<User>
  /** `mfaToken`: the password is correct, but an authenticator code is required. */
  signIn(body: LoginRequest): Promise<SignInResult>
  verifySecondFactor(body: { mfaToken: string; code: string }): Promise<User>
  /** Resumes the session of the cookie or the stored token. Null: there is none. */
  resume(): Promise<User | null>
  signOut(): Promise<void>
}

export function createSession(options: SessionOptions = {}): UserSession {
  const tokens = createSessionTokens(options)
  const transport = createTransport({ ...options, credentials: tokens })
  const ask = async (operation: typeof login | typeof verifyOtp, body: object): Promise<User> => {
    return await tokens.begin(await transport.send(operation, { body }, {}, readJson<Session>))
  }
  return {
    get user() {
      return tokens.user
    },
    token: tokens.token,
    renew: tokens.renew,
    resume: tokens.resume,
    async signUp(body) {
      const answer = await transport.send(register, { body }, {}, readJson<Session | RegistrationPending>)
      return 'accessToken' in answer ? { user: await tokens.begin(answer) } : { pending: answer }
    },
    verifyEmail: (body) => ask(verifyOtp, body),
    verifySecondFactor: (body) => ask(verifyOtp, body),
    async signIn(body) {
      try {
        return { user: await ask(login, body) }
      } catch (error) {
        if (!isProblem(error, 'mfa_required')) throw error
        return { mfaToken: String(error.body.mfaToken) }
      }
    },
    async signOut() {
      try {
        await transport.send(logout, {}, {}, async () => undefined)
      } finally {
        await tokens.end()
      }
    },
  }
}
