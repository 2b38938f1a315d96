/**
 * One session and one client for the page. The access token is in memory only; the refresh token is in a cookie that scripts cannot
 * read. All tabs share that cookie, so what one tab does with the session the others follow at once.
 */
import { type Client, createClient, createSession, type User } from '@longshore/sdk'
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

const otherTabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('longshore.session') : undefined
/** The person leaves by themselves: nothing is kept. */
let isLeaving = false

function noteUser(user: User | null): void {
  const { user: before, endedFor } = sessionStore.get()
  const known = before ?? endedFor
  if (user === null) {
    sessionStore.set({ user: null, endedFor: isLeaving ? null : known })
    if (before) otherTabs?.postMessage('ended')
    return
  }
  // Somebody else signed in, here or in another tab: they must not see what the page holds.
  if (known !== null && known !== undefined && known.id !== user.id) {
    globalThis.location.assign('/')
    return
  }
  sessionStore.set({ user, endedFor: null })
  if (before === null) otherTabs?.postMessage('began')
}

// What another tab says is only a reason to look: the cookie knows.
otherTabs?.addEventListener('message', ({ data }) => {
  const { user } = sessionStore.get()
  if ((data === 'ended' && user) || (data === 'began' && user === null)) void refreshUser()
})

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

/** Reads who is signed in again: after a change of the name or of memberships, or to learn whether the session still stands. */
export async function refreshUser(): Promise<User | null> {
  return await session.resume().catch(() => sessionStore.get().user ?? null)
}

/** By the person: the page is left, and nothing is kept for later. */
export async function signOut(next = '/sign-in'): Promise<void> {
  isLeaving = true
  await session.signOut().catch(() => undefined)
  globalThis.location.assign(next)
}
