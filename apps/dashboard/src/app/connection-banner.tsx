/** Shows that the connection was lost, and when it is restored. */
import { useEffect, useRef, useState } from 'react'
import { liveState } from '../api/live-updates.ts'
import { useStore } from '../api/store.ts'
import { text } from '../text/text.ts'

const graceMs = 1_500
const restoredMs = 4_000

export function ConnectionBanner() {
  const state = useStore(liveState)
  const [shown, setShown] = useState<'none' | 'lost' | 'back'>('none')
  const wasShown = useRef(false)
  const isLost = state === 'waiting' || state === 'failed' || (state === 'connecting' && wasShown.current)
  useEffect(() => {
    if (isLost) {
      const timer = setTimeout(() => {
        wasShown.current = true
        setShown('lost')
      }, graceMs)
      return () => clearTimeout(timer)
    }
    if (state !== 'open' || !wasShown.current) return
    wasShown.current = false
    setShown('back')
    const timer = setTimeout(() => setShown('none'), restoredMs)
    return () => clearTimeout(timer)
  }, [isLost, state])
  return (
    <div role="status" aria-live="polite">
      {shown === 'lost' && <p className="bg-warn-soft px-4 py-1.5 text-center text-sm text-warn">{text.shell.lost}</p>}
      {shown === 'back' && <p className="bg-good-soft px-4 py-1.5 text-center text-sm text-good">{text.shell.back}</p>}
    </div>
  )
}
