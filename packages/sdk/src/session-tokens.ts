/** The tokens of a session: who has them now, and how they are renewed once for all who wait. */
import type { Credentials } from './credentials.ts'
import { delay } from './delay.ts'
import { refreshSession } from './operations.generated.ts'
import { ConnectionError, isProblem, ProblemError } from './problem.ts'
import { readJson } from './read-json.ts'
import { createTransport, type TransportOptions } from './transport.ts'
import type { Session, User } from './types.generated.ts'

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

export interface SessionTokens extends Credentials {
  readonly user: User | null
  begin(session: Session): Promise<User>
  end(): Promise<null>
  /** Renews them; null: there is no session any more. */
  resume(): Promise<User | null>
}

/** Together well below the ten seconds in which the server repeats its response to a browser that lost it. */
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
      // Stored first: the token before it is worth nothing any more.
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
      // Somebody else may have renewed it while this request was on its way.
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
      // Another tab or process was faster: its new token is in the cookie or the store in a moment.
      const isExchanged = isProblem(error, 'refresh_in_progress')
      const waitMs = waitsMs[attempt]
      if (waitMs === undefined && isExchanged) return await end()
      if (waitMs === undefined || !(isExchanged || mayHaveSucceeded(error))) throw error
      await delay(waitMs)
    }
  }
}

/** The server may have exchanged the token. A browser then gets the same tokens again. */
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

/** One tab after the other, so that each finds the cookie that the one before it got. */
async function runExclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks = globalThis.navigator?.locks
  return locks === undefined ? await work() : await locks.request('longshore-refresh', work)
}
