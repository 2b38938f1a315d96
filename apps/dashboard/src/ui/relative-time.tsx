/** A relative time that updates automatically, with the exact time on hover. */
import { useEffect, useState } from 'react'
import { formatRelative } from './format.ts'

const stepMs = 15_000

export function RelativeTime({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs)
    return () => clearInterval(timer)
  }, [])
  const date = new Date(at)
  return (
    <time dateTime={at} title={date.toLocaleString()} className="whitespace-nowrap">
      {formatRelative(date.getTime() - now)}
    </time>
  )
}
