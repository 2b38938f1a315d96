/** A relative time that updates automatically, with the exact time on hover. */
import { useEffect, useState } from 'react'
import { formatRelative, relativeStepMs } from './format.ts'

export function RelativeTime({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now())
  const date = new Date(at)
  const stepMs = relativeStepMs(date.getTime() - now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs)
    return () => clearInterval(timer)
  }, [stepMs])
  return (
    // Inside a status message, screen readers would otherwise read out each second.
    <time aria-live="off" dateTime={at} title={date.toLocaleString()} className="whitespace-nowrap">
      {formatRelative(date.getTime() - now)}
    </time>
  )
}
