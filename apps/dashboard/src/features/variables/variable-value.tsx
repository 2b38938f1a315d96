/** A value, or dots for a secret, which is shown on request for a minute. */
import type { Variable } from '@longshore/sdk'
import { Eye, EyeOff, Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { currentOrganization } from '../../api/organization.ts'
import { client } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { CopyIcon } from '../../ui/copy.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'
import { useEnvironment } from '../environments/environment-context.ts'

const shownMs = 60_000

export function VariableValue({ variable }: { variable: Variable }) {
  const { key, secret, sealed, value } = variable
  const words = text.variables
  const { revealed, reveal, hide, isBusy, error } = useReveal(variable)
  const shown = secret ? revealed : value
  if (sealed)
    return (
      <span title={words.sealedNote} className="inline-flex items-center gap-1.5 text-ink-soft">
        <Lock aria-hidden size={14} />
        {words.sealed}
      </span>
    )
  return (
    <div className="min-w-40">
      <div className="flex items-center gap-1">
        {shown === null ? (
          <>
            <span aria-hidden className="text-ink-soft">
              {words.masked}
            </span>
            <span className="sr-only">{words.isMasked}</span>
          </>
        ) : (
          <code className="max-h-24 min-w-0 overflow-y-auto break-all whitespace-pre-wrap">{shown}</code>
        )}
        {secret && (
          <IconButton
            label={revealed === null ? words.reveal(key) : words.hide(key)}
            disabled={isBusy}
            icon={revealed === null ? <Eye aria-hidden size={15} /> : <EyeOff aria-hidden size={15} />}
            onClick={() => (revealed === null ? void reveal() : hide())}
            className="size-7 shrink-0"
          />
        )}
        {shown !== null && shown !== '' && <CopyIcon value={shown} label={`${text.common.copy}: ${key}`} />}
      </div>
      <ProblemCard error={error} />
    </div>
  )
}

function useReveal({ key, service }: Variable) {
  const { id } = useEnvironment()
  const [revealed, setRevealed] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (revealed === null) return
    const timer = setTimeout(() => setRevealed(null), shownMs)
    return () => clearTimeout(timer)
  }, [revealed])
  const reveal = async () => {
    setBusy(true)
    setError(null)
    try {
      const { readVariable } = await import('@longshore/sdk/reveal')
      const which = { id, key, ...(service === null ? {} : { service }) }
      setRevealed(await withRecentSignIn(() => readVariable(client, which, { organization: currentOrganization() })))
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return { revealed, reveal, hide: () => setRevealed(null), isBusy, error }
}
