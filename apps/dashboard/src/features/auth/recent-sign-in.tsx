/**
 * Calls that show or change secrets need a sign-in within the last ten minutes. `withRecentSignIn` makes the call. If the server
 * asks for a sign-in, it asks the person for the password and repeats the call.
 */
import { isProblem, type User } from '@longshore/sdk'
import { endSession, listSessions } from '@longshore/sdk/operations'
import { client, sessionStore } from '../../api/session.ts'
import { createStore, useStore } from '../../api/store.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LazySignInForm } from './lazy-sign-in-form.tsx'

interface PendingSignIn {
  settle(isSignedIn: boolean): void
}

const pendingSignIn = createStore<PendingSignIn | null>(null)

export async function withRecentSignIn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!isProblem(error, 'recent_sign_in_required')) throw error
    if (!(await askToSignIn())) throw error
    return await call()
  }
}

async function askToSignIn(): Promise<boolean> {
  const before = await client.call(listSessions, {}).catch(() => undefined)
  const isSignedIn = await new Promise<boolean>((settle) => pendingSignIn.set({ settle }))
  pendingSignIn.set(null)
  const old = before?.items.find(({ current }) => current)
  // The new session replaces the old one, which would otherwise stay open.
  if (isSignedIn && old !== undefined) await client.call(endSession, { id: old.id }).catch(() => undefined)
  return isSignedIn
}

/** Rendered once, in the root of the page. */
export function RecentSignIn() {
  const open = useStore(pendingSignIn)
  const { user } = useStore(sessionStore)
  if (open === null || !user) return null
  return <ConfirmIdentity user={user} onDone={() => open.settle(true)} onClose={() => open.settle(false)} />
}

function ConfirmIdentity({ user, onDone, onClose }: { user: User; onDone(): void; onClose(): void }) {
  const { title, note, action } = text.auth.recent
  return (
    <Dialog title={title} note={note} isOpen onClose={onClose}>
      <LazySignInForm email={user.email} isEmailFixed action={action} onDone={onDone} onCancel={onClose} />
    </Dialog>
  )
}
