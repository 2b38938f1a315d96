/** When a connection breaks, requests over it fail a moment before ssh itself exits. */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

const momentMs = 500

/** Waits that moment, so that a retry doesn't get the dead connection again. */
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
