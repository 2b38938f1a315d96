/** A failure code as a link to its explanation. Opens a new tab: the current page may hold unsaved input. */
import { paths } from '../navigation/paths.ts'

export function FailureLink({ code }: { code: string }) {
  return (
    <a href={paths.failure(code)} target="_blank" rel="noreferrer" className="text-xs text-ink-soft underline">
      {code}
    </a>
  )
}
