/** Lists what the next deployment changes: before, after, and the effect. */
import type { PendingChange } from '@longshore/sdk'
import { text } from '../../text/text.ts'

export function PendingChanges({ changes }: { changes: readonly PendingChange[] }) {
  const { effects, forAll, fromFile } = text.environments
  return (
    <ul className="divide-y divide-line text-sm">
      {changes.map((change) => (
        <li
          key={[change.kind, change.service, change.field].join('/')}
          className="grid gap-x-4 gap-y-1 px-4 py-2.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
        >
          <div className="min-w-0">
            <p className="break-words">{change.message}</p>
            <p className="text-xs text-ink-soft">
              {change.service ?? forAll}
              {change.reason === 'file' && <span>{` · ${fromFile}`}</span>}
            </p>
          </div>
          <BeforeAfter before={change.before} after={change.after} />
          <p className="text-xs whitespace-nowrap text-ink-soft">{effects[change.effect]}</p>
        </li>
      ))}
    </ul>
  )
}

/** Two values as diff lines, with a sign in addition to the color. */
export function BeforeAfter({ before, after }: { before: string | null; after: string | null }) {
  if (before === null && after === null) return <span />
  return (
    <div className="min-w-0 font-mono text-xs leading-relaxed">
      {before !== null && <p className="rounded-sm bg-bad-soft px-1.5 break-all text-bad">{`− ${before}`}</p>}
      {after !== null && <p className="rounded-sm bg-good-soft px-1.5 break-all text-good">{`+ ${after}`}</p>}
    </div>
  )
}
