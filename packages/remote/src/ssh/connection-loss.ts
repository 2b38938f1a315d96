/** When a line is cut, what went over it fails a moment before ssh itself has ended. */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

const momentMs = 500

/** Waits that moment, so that whoever tries again is not given the dead connection once more. */
export async function isConnectionLost(closed: AbortSignal): Promise<boolean> {
  if (closed.aborted) return true
  const waiting = new AbortController()
  await Promise.race([
    once(closed, 'abort', { signal: waiting.signal }).catch(() => undefined),
    wait(momentMs, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined),
  ])
  waiting.abort()
  return closed.aborted
}
