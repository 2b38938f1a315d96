/**
 * Covers a page whose session ended. The page continues when the same person signs in again. A native dialog, because it makes
 * everything else inert, including the dialogs of the page.
 */
import { useEffect, useRef } from 'react'
import { queryClient } from '../api/queries.ts'
import { sessionStore, signOut } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { LazySignInForm, preloadSignInForm } from '../features/auth/lazy-sign-in-form.tsx'
import { text } from '../text/text.ts'
import { Button } from '../ui/button.tsx'

const settledMs = 15_000

export function SessionEnded() {
  useEffect(() => {
    const timer = setTimeout(preloadSignInForm, settledMs)
    return () => clearTimeout(timer)
  }, [])
  const { user, endedFor } = useStore(sessionStore)
  const isEnded = user === null && endedFor !== null
  const wasEnded = useRef(false)
  useEffect(() => {
    // Also after a sign-in in another tab. For another person, the page is reloaded instead.
    if (wasEnded.current && !isEnded) void queryClient.invalidateQueries()
    wasEnded.current = isEnded
  }, [isEnded])
  return isEnded ? <Cover email={endedFor.email} /> : null
}

function Cover({ email }: { email: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    element.showModal()
    element.querySelector<HTMLInputElement>('input[type=password]')?.focus()
    return keepBelow(element)
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="session-ended"
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
      className="pointer-events-auto fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none overflow-y-auto bg-canvas text-ink open:flex"
    >
      <div className="m-auto w-full max-w-sm p-4">
        <div className="rounded-xl border border-line bg-surface p-6">
          <h2 id="session-ended" className="text-lg font-semibold">
            {text.shell.ended.title}
          </h2>
          <p className="mt-1 mb-5 text-sm text-ink-soft">{text.shell.ended.note}</p>
          <LazySignInForm email={email} isEmailFixed onDone={() => undefined} />
        </div>
        <p className="mt-3 text-center">
          <Button kind="quiet" onClick={() => void signOut()}>
            {text.auth.useAnotherAccount}
          </Button>
        </p>
      </div>
    </dialog>
  )
}

/** Keeps events on the cover from closing dialogs below it: those close on Escape and on clicks outside. */
function keepBelow(element: HTMLElement): () => void {
  const stop = (event: Event) => event.stopPropagation()
  const stopKeys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.metaKey || event.ctrlKey) event.stopPropagation()
  }
  element.addEventListener('pointerdown', stop)
  element.addEventListener('focusin', stop)
  globalThis.addEventListener('keydown', stopKeys, { capture: true })
  return () => {
    element.removeEventListener('pointerdown', stop)
    element.removeEventListener('focusin', stop)
    globalThis.removeEventListener('keydown', stopKeys, { capture: true })
  }
}
