/** A failure code that opens the page about it. In a tab of its own: the page that shows the code may hold work that is not saved. */
import { failurePath } from './failure-path.ts'

export function FailureLink({ code }: { code: string }) {
  return (
    <a href={failurePath(code)} target="_blank" rel="noreferrer" className="text-xs text-ink-soft underline">
      {code}
    </a>
  )
}
