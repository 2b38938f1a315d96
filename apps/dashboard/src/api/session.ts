/** One session and one client for the page. The access token is in memory only; the refresh token is in a cookie that scripts cannot read. */
import { type CallOptions, type Client, createClient, createSession, type User } from '@longshore/sdk'
import { createStore } from './store.ts'

export interface SessionState {
  /** Undefined: not yet known. */
  readonly user: User | null | undefined
  /** Who was signed in before the session ended; the page is kept for them. */
  readonly endedFor: User | null
}

export const sessionStore = createStore<SessionState>({ user: undefined, endedFor: null })

export const session = createSession({ onChange: noteUser })
export const client: Client = createClient({ credentials: session })

function noteUser(user: User | null): void {
  const { user: before } = sessionStore.get()
  if (user !== null) sessionStore.set({ user, endedFor: null })
  else sessionStore.set({ user: null, endedFor: before ?? null })
}

/** Takes up the session of before, once. */
let resuming: Promise<User | null> | undefined
export function resumeSession(): Promise<User | null> {
  const { user } = sessionStore.get()
  if (user !== undefined) return Promise.resolve(user)
  resuming ??= session
    .resume()
    .then((found) => {
      if (found === null) sessionStore.set({ user: null, endedFor: null })
      return found
    })
    .finally(() => {
      resuming = undefined
    })
  return resuming
}

/** By the person: the page is left, and nothing is kept for later. */
export async function signOut(): Promise<void> {
  await session.signOut().catch(() => undefined)
  globalThis.location.assign('/sign-in')
}

export type { CallOptions }
