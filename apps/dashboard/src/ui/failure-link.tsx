/** A failure code as a link to its explanation. Opens a new tab: the current page may hold unsaved input. */
import { sessionStore } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { paths } from '../navigation/paths.ts'

export function FailureLink({ code }: { code: string }) {
  const { user } = useStore(sessionStore)
  return (
    <a
      href={user === undefined ? paths.failure(code) : paths.help(code)}
      target="_blank"
      rel="noreferrer"
      className="text-xs text-ink-soft underline"
    >
      {code}
    </a>
  )
}
