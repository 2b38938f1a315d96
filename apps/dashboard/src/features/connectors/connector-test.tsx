/** Sends a test message and shows the result. */
import type { ConnectorTest } from '@longshore/sdk'
import { LoaderCircle } from 'lucide-react'
import { text } from '../../text/text.ts'
import { formatDuration } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'

export interface TestResultProps {
  isBusy: boolean
  error: Error | null
  result: ConnectorTest | undefined
}

export function TestResult({ isBusy, error, result }: TestResultProps) {
  const { test } = text.connectors
  if (isBusy)
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-ink-soft">
        <LoaderCircle aria-hidden size={16} className="animate-spin" />
        {test.running}
      </p>
    )
  if (error !== null) return <ProblemCard error={error} />
  if (result === undefined) return null
  const duration = formatDuration(result.durationMs)
  if (result.ok)
    return (
      <Note tone="good" title={test.ok}>
        {test.okNote(result.status, duration)}
      </Note>
    )
  return (
    <Note tone="bad" title={test.failed}>
      {result.error !== null && <p>{result.error}</p>}
      <p className="text-ink-soft">{test.failedNote(result.status, duration)}</p>
    </Note>
  )
}
