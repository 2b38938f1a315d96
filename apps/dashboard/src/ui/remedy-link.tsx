/**
 * Opens the page on which the problem is solved, in another tab: a form that failed keeps what was entered. A plain link, since
 * problems are also shown outside of the router.
 */
import type { Problem } from '@longshore/sdk'
import { sessionStore } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { remedyPath } from '../navigation/remedy-path.ts'
import { text } from '../text/text.ts'
import { buttonClass } from './button.tsx'

export function RemedyLink({ remedy }: { remedy: NonNullable<Problem['remedy']> }) {
  const { user } = useStore(sessionStore)
  // Signed-in people are sent on from there.
  const path = remedy.action === 'sign_in' && user ? undefined : remedyPath(remedy)
  // The page itself has what solves it.
  if (path === undefined || path === globalThis.location.pathname) return null
  return (
    <a href={path} target="_blank" rel="noreferrer" className={buttonClass()}>
      {text.remedies[remedy.action]}
    </a>
  )
}
