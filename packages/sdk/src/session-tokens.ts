/** The tokens of a session. Concurrent requests share one renewal. */
import type { Credentials } from './credentials.ts'
import { delay } from './delay.ts'
import { refreshSession } from './operations.generated.ts'
import { ConnectionError, isProblem, ProblemError } from './problem.ts'
import { readJson } from './read-json.ts'
import { createTransport, type TransportOptions } from './transport.ts'
import type { Session, User } from './types.generated.ts'

/** Where a program stores its refresh token, such as a private file. Browsers need none. */
export interface RefreshStore {
  read(): string | null | Promise<string | null>
  write(token: string | null): void | Promise<void>
}

export interface SessionOptions extends Omit<TransportOptions, 'credentials' | 'organization'> {
  store?: RefreshStore | undefined
  /** Called with null when the session ends, also by the server. */
  onChange?: ((user: User | null) => void) | undefined
}

export interface SessionTokens extends Credentials {
  readonly user: User | null
  begin(session: Session): Promise<User>
  end(): Promise<null>
  /** Renews the tokens. Null: the session has ended. */
  resume(): Promise<User | null>
}

/** The sum is well below ten seconds, the time in which the server repeats a lost response to a browser. */
const waitsMs = [200, 400, 800, 1_600]

export function createSessionTokens(options: SessionOptions): SessionTokens {
  const { store = createMemoryStore(), onChange } = options
  const transport = createTransport(options)
  let access: string | undefined
  let user: User | null = null
  let isOver = false
  let renewing: Promise<User | null> | undefined

  const tokens: SessionTokens = {
    get user() {
      return user
    },
    async begin(session) {
      // Stored first, because the old token is no longer valid.
      if (session.refreshToken !== undefined) await store.write(session.refreshToken)
      access = session.accessToken
      user = session.user
      isOver = false
      onChange?.(user)
      return user
    },
    async end() {
      const wasOpen = user !== null
      access = undefined
      user = null
      isOver = true
      await store.write(null)
      if (wasOpen) onChange?.(null)
      return null
    },
    resume() {
      renewing ??= runExclusively(() => refresh(tokens, async () => await ask(await store.read()))).finally(() => {
        renewing = undefined
      })
      return renewing
    },
    async token() {
      if (access === undefined && !isOver) await tokens.resume()
      return access
    },
    async renew(refused) {
      if (isOver) return false
      // Another request may have renewed the token in the meantime.
      if (access === undefined || access === refused) await tokens.resume()
      return access !== undefined && access !== refused
    },
  }
  const ask = async (refreshToken: string | null): Promise<Session> => {
    const body = refreshToken === null ? {} : { refreshToken }
    return await transport.send(refreshSession, { body }, {}, readJson<Session>)
  }
  return tokens
}

async function refresh(
  { begin, end }: Pick<SessionTokens, 'begin' | 'end'>,
  ask: () => Promise<Session>,
): Promise<User | null> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await begin(await ask())
    } catch (error) {
      if (isProblem(error, 'invalid_refresh_token')) return await end()
      // Another tab or process was faster. Its new token will be in the cookie or the store soon.
      const isExchanged = isProblem(error, 'refresh_in_progress')
      const waitMs = waitsMs[attempt]
      if (waitMs === undefined && isExchanged) return await end()
      if (waitMs === undefined || !(isExchanged || mayHaveSucceeded(error))) throw error
      await delay(waitMs)
    }
  }
}

/** Whether the server may have exchanged the token. A browser then gets the same tokens again. */
function mayHaveSucceeded(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ProblemError && [502, 503, 504].includes(error.status))
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

/** One tab at a time, so that each one uses the cookie of the previous one. */
async function runExclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks = globalThis.navigator?.locks
  return locks === undefined ? await work() : await locks.request('longshore-refresh', work)
}
