/** Fifty requests per second over 25 of many hostnames, by clients that never retry, and some WebSockets that stay open. */
import type { Target } from '../../fixtures/target.ts'
import { Load, type Protocol } from '../../support/zero-downtime/load.ts'
import { EchoingSocket } from '../../support/zero-downtime/long-lived.ts'
import { entryOf } from '../../support/zero-downtime/test-env.ts'

const visited = 25
const perSecond = 2
const sockets = 5
const protocols: readonly Protocol[] = ['http', 'http-close', 'https', 'h2', 'http-close']

export interface Visited {
  readonly requests: number
  readonly failed: number
  readonly failures: string
  readonly cutSockets: number
}

export function startVisits(target: Target, hostnames: readonly string[]): { end(): Promise<Visited> } {
  const entryAt = (index: number) => entryOf(target, hostnames[Math.floor((index * hostnames.length) / visited)] ?? '')
  const protocolOf = (index: number) => protocols[index % protocols.length] ?? 'http'
  const indexes = Array.from({ length: visited }, (_, index) => index)
  const loads = indexes.map(
    (index) => new Load({ entry: entryAt(index), protocol: protocolOf(index), rate: perSecond }),
  )
  const echoes = indexes.slice(0, sockets).map((index) => new EchoingSocket(entryAt(index)))
  return {
    async end() {
      const results = await Promise.all(loads.map((load) => load.end()))
      const ends = await Promise.all(echoes.map((echo) => echo.end()))
      const failures = results.filter(({ failed }) => failed > 0).map((each) => JSON.stringify(each.failures))
      return {
        requests: results.reduce((sum, each) => sum + each.requests, 0),
        failed: results.reduce((sum, each) => sum + each.failed, 0),
        failures: failures.slice(0, 5).join(', '),
        cutSockets: ends.filter((end) => end !== null).length,
      }
    },
  }
}
