/** The changes of a plan: file, reason, risk, and diff. */
import type { HardeningChange, HardeningRun } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Diff, DiffCounts } from '../../ui/diff.tsx'
import { diffTexts, parseUnifiedDiff } from '../../ui/diff-lines.ts'
import { Disclosure } from '../../ui/disclosure.tsx'

const words = text.security

export function ChangeList({ changes }: { changes: readonly HardeningChange[] }) {
  if (changes.length === 0) return null
  return (
    <ol className="flex flex-col gap-4">
      {changes.map((change) => (
        <li key={change.order} className="rounded-lg border border-line p-3.5">
          <ChangeView change={change} />
        </li>
      ))}
    </ol>
  )
}

function ChangeView({ change }: { change: HardeningChange }) {
  const unified = parseUnifiedDiff(change.diff)
  const lines = unified.length > 0 ? unified : diffTexts(change.before, change.after)
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="min-w-0 font-mono text-sm font-semibold break-all">{change.file}</h3>
        <DiffCounts lines={lines} />
      </div>
      <p className="mt-1 mb-2.5 text-sm text-ink-soft">
        {words.plan.mends} <span className="font-mono text-xs break-words">{change.checks.join(', ')}</span>
      </p>
      <Diff label={change.file} lines={lines} />
      {change.risk !== '' && (
        <p className="mt-2.5 text-sm">
          <span className="font-medium">{`${words.risk}: `}</span>
          {change.risk}
        </p>
      )}
    </>
  )
}

export function SkippedList({ skipped }: { skipped: HardeningRun['skipped'] }) {
  if (skipped.length === 0) return null
  return (
    <Disclosure title={`${words.plan.skipped} (${skipped.length})`}>
      <ul className="flex flex-col gap-2 text-sm">
        {skipped.map(({ check, reason }) => (
          <li key={check}>
            <code className="text-xs">{check}</code>
            <p className="text-ink-soft">{reason}</p>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
