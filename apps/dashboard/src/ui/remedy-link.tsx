/**
 * Opens the page that solves a problem in another tab, so that a failed form keeps its input. A plain link, because problems also
 * appear outside the router.
 */
import type { Problem } from '@longshore/sdk'
import { sessionStore } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { remedyPath } from '../navigation/remedy-path.ts'
import { text } from '../text/text.ts'
import { buttonClass } from './button.tsx'

export function RemedyLink({ remedy }: { remedy: NonNullable<Problem['remedy']> }) {
  const { user } = useStore(sessionStore)
  // The sign-in page redirects people who are signed in.
  const path = remedy.action === 'sign_in' && user ? undefined : remedyPath(remedy)
  // The current page already offers the solution.
  if (path === undefined || path === globalThis.location.pathname) return null
  return (
    <a href={path} target="_blank" rel="noreferrer" className={buttonClass()}>
      {text.remedies[remedy.action]}
    </a>
  )
}
