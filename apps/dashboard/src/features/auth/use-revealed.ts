/** Shows a secret on request, for a minute, because others may see the screen. */
import { useEffect, useState } from 'react'
import { withRecentSignIn } from './recent-sign-in.tsx'

const shownMs = 60_000

export interface RevealedState<Secret> {
  revealed: Secret | null
  reveal(): Promise<void>
  hide(): void
  isBusy: boolean
  error: unknown
}

export function useRevealed<Secret>(read: () => Promise<Secret>): RevealedState<Secret> {
  const [revealed, setRevealed] = useState<Secret | null>(null)
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
      setRevealed(await withRecentSignIn(read))
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return { revealed, reveal, hide: () => setRevealed(null), isBusy, error }
}
