/** Monitors the private link, so that an operator sees a missing worker or one of another release. */
import type { LinkClient } from '../../../platform/link/link-client.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import { ping } from './ping.definition.ts'

const everyMs = 15_000
const deadlineMs = 3_000

export function startLinkMonitor(options: {
  link: LinkClient
  metrics: Metrics
  log: Log
  version: string
}): Disposable {
  const { link, metrics, log, version } = options
  let wasUp: boolean | undefined
  const check = async () => {
    const answer = await link.call(ping, {}, { organizationId: null, deadlineMs }).catch(() => undefined)
    const isUp = answer !== undefined
    metrics.setLinkUp(isUp)
    if (isUp !== wasUp)
      log[isUp ? 'info' : 'warn'](
        { workerVersion: answer?.version },
        isUp ? 'the worker answers' : 'the worker does not answer',
      )
    if (isUp && answer.version !== version)
      log.warn({ workerVersion: answer.version, version }, 'api and worker are of different releases')
    wasUp = isUp
  }
  const timer = setInterval(() => void check(), everyMs)
  timer.unref()
  void check()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
