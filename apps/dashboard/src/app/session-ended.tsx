/** The session ended under an open page: the page is hidden and kept, and goes on when the same person signs in again. */
import { useRef } from 'react'
import { queryClient } from '../api/queries.ts'
import { sessionStore } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { SignInForm } from '../features/auth/sign-in-form.tsx'
import { text } from '../text/text.ts'

export function SessionEnded() {
  const { user, endedFor } = useStore(sessionStore)
  const kept = useRef(endedFor)
  if (endedFor !== null) kept.current = endedFor
  if (user !== null || endedFor === null) return null
  const goOn = (signedIn: { id: string }) => {
    // Somebody else must not see what the page held.
    if (signedIn.id !== kept.current?.id) globalThis.location.assign('/')
    else void queryClient.invalidateQueries()
  }
  return (
    <div
      role="dialog"
      aria-modal="true"
      aria-labelledby="session-ended"
      className="fixed inset-0 z-70 flex items-center justify-center overflow-y-auto bg-canvas p-4"
    >
      <div className="w-full max-w-sm rounded-xl border border-line bg-surface p-6">
        <h2 id="session-ended" className="text-lg font-semibold">
          {text.shell.ended.title}
        </h2>
        <p className="mt-1 mb-5 text-sm text-ink-soft">{text.shell.ended.note}</p>
        <SignInForm email={endedFor.email} onDone={goOn} />
      </div>
    </div>
  )
}
