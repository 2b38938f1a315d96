import { useEffect, useState } from 'react'

/** Milliseconds since then, updated each second. Null if there is no start time. */
export function useElapsed(since: string | null): number | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (since === null) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [since])
  return since === null ? null : Math.max(0, Math.floor((now - Date.parse(since)) / 1_000) * 1_000)
}
