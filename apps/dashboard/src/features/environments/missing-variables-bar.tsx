/** Warns about variables without a value before someone deploys. */
import type { Environment } from '@longshore/sdk'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'

const shownKeys = 3

export function MissingVariablesBar({ environment }: { environment: Environment }) {
  const { id, missingVariables: missing, status } = environment
  const words = text.environments.missingVariables
  if (missing.length === 0 || status === 'deleting') return null
  const keys = missing.slice(0, shownKeys).map(({ key }) => key)
  return (
    <section
      aria-label={words.title(missing.length)}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-warn/50 bg-warn-soft px-4 py-2 text-sm"
    >
      <TriangleAlert aria-hidden size={16} className="shrink-0 text-warn" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium text-warn">{words.title(missing.length)}</p>
        <p className="break-words">{words.note(keys.join(', '), missing.length - keys.length)}</p>
      </div>
      <Link to={paths.variables(id)} className={buttonClass()}>
        {words.action}
      </Link>
    </section>
  )
}
