/**
 * One session and one client for the page. The access token is in memory only; the refresh token is in a cookie that scripts cannot
 * read. All tabs share that cookie, so all tabs follow immediately when one tab changes the session.
 */
import { type Client, createClient, createSession, type User } from '@longshore/sdk'
import { createStore } from './store.ts'

export interface SessionState {
  /** Undefined: not known yet. */
  readonly user: User | null | undefined
  /** The person whose session ended. The page stays open for them. */
  readonly endedFor: User | null
}

export const sessionStore = createStore<SessionState>({ user: undefined, endedFor: null })

export const session = createSession({ onChange: noteUser })
export const client: Client = createClient({ credentials: session })

const otherTabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('longshore.session') : undefined
/** True while the person signs out, when nothing stays open. */
let isLeaving = false

function noteUser(user: User | null): void {
  const { user: before, endedFor } = sessionStore.get()
  const known = before ?? endedFor
  if (user === null) {
    sessionStore.set({ user: null, endedFor: isLeaving ? null : known })
    if (before) otherTabs?.postMessage('ended')
    return
  }
  // Another person signed in, here or in another tab. They must not see the data of this page.
  if (known !== null && known !== undefined && known.id !== user.id) {
    globalThis.location.assign('/')
    return
  }
  sessionStore.set({ user, endedFor: null })
  if (before === null) otherTabs?.postMessage('began')
}

// A message from another tab is only a hint. The cookie decides who is signed in.
otherTabs?.addEventListener('message', ({ data }) => {
  const { user } = sessionStore.get()
  if ((data === 'ended' && user) || (data === 'began' && user === null)) void refreshUser()
})

/** Resumes the previous session, once. */
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

/** Reads the signed-in user again: after a change to the name or memberships, or to check that the session is still valid. */
export async function refreshUser(): Promise<User | null> {
  return await session.resume().catch(() => sessionStore.get().user ?? null)
}

/** Signs out at the person's request. Nothing stays open for later. */
export async function signOut(next = '/sign-in'): Promise<void> {
  isLeaving = true
  await session.signOut().catch(() => undefined)
  globalThis.location.assign(next)
}
