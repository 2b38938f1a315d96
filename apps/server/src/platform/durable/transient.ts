/** Retries a step's record while the database is briefly unreachable, so that completed work isn't lost. */
import { systemTimers, type Timers } from '../clock/timers.ts'

const tries = 12
const maxWaitMs = 3_000

/** The work must be safe to repeat after a commit whose response was lost. */
export async function retryTransient<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  timers: Timers = systemTimers,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= tries || signal.aborted || !isTransient(error)) throw error
      await timers.wait(Math.min(maxWaitMs, 50 * 2 ** attempt), signal)
    }
  }
}

/** Connection errors, a server that stops or starts, deadlocks and serialization failures. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^(08|57P|40)/.test(code) || /^E(CONN|PIPE|TIMEDOUT|HOST|NET|NOENT)/.test(code)) return true
  return /connection terminated|query read timeout|timeout exceeded when trying to connect|client has encountered a connection error/i.test(
    error.message,
  )
}
