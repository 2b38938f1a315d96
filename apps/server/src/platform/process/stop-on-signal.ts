/** Graceful stop: once, within a limit. A second signal, or a stop that hangs, ends the process immediately. */
import type { Log } from '../log/log.ts'

const limitMs = 25_000

export function stopOnSignal(log: Log, stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    const timer = setTimeout(() => {
      log.error('the stop took too long')
      process.exit(1)
    }, limitMs)
    stop().then(
      () => {
        clearTimeout(timer)
        process.exit(0)
      },
      (error: unknown) => {
        log.error({ err: error }, 'the stop failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
