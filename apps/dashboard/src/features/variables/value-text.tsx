/** A value with a button to copy it, or dots for a secret with a button to reveal it. */
import { Eye, EyeOff } from 'lucide-react'
import { useCan } from '../../api/use-can.ts'
import { text } from '../../text/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { CopyIcon } from '../../ui/copy.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import type { RevealedState } from '../auth/use-revealed.ts'

export function ValueText({ name, value }: { name: string; value: string | null }) {
  return (
    <div className="flex min-w-40 items-center gap-1">
      <ShownValue value={value} />
      {value !== null && value !== '' && <CopyIcon value={value} label={`${text.common.copy}: ${name}`} />}
    </div>
  )
}

export function SecretText({ name, state }: { name: string; state: RevealedState<string> }) {
  const { revealed, reveal, hide, isBusy, error } = state
  const can = useCan()
  const words = text.variables
  return (
    <div className="min-w-40">
      <div className="flex items-center gap-1">
        <ShownValue value={revealed} />
        {can('secrets:reveal') && (
          <IconButton
            label={revealed === null ? words.reveal(name) : words.hide(name)}
            disabled={isBusy}
            icon={revealed === null ? <Eye aria-hidden size={15} /> : <EyeOff aria-hidden size={15} />}
            onClick={() => (revealed === null ? void reveal() : hide())}
            className="size-7 shrink-0"
          />
        )}
        {revealed !== null && revealed !== '' && <CopyIcon value={revealed} label={`${text.common.copy}: ${name}`} />}
      </div>
      <ProblemCard error={error} />
    </div>
  )
}

function ShownValue({ value }: { value: string | null }) {
  const words = text.variables
  if (value !== null)
    return <code className="max-h-24 min-w-0 overflow-y-auto break-all whitespace-pre-wrap">{value}</code>
  return (
    <>
      <span aria-hidden className="text-ink-soft">
        {words.masked}
      </span>
      <span className="sr-only">{words.isMasked}</span>
    </>
  )
}
