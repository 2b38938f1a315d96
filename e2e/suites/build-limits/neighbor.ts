/** An app on the same server, called at a steady pace: its response times while another tenant builds. */
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { percentile } from '../../support/report.ts'

export interface Asked {
  readonly p99: number
  readonly slowestMs: number
  readonly requests: number
  readonly failed: number
}

export class Neighbor {
  readonly #place: { port: number; hostname: string }
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 20 })

  constructor(place: { port: number; hostname: string }) {
    this.#place = place
  }

  /** At `perSecond`, until the work has ended, and for at least `leastMs`. */
  async during(work: Promise<unknown>, { perSecond, leastMs }: { perSecond: number; leastMs: number }): Promise<Asked> {
    const times: number[] = []
    const asked: Promise<void>[] = []
    let failed = 0
    let isOver = false
    const over = work.then(
      () => (isOver = true),
      () => (isOver = true),
    )
    const began = performance.now()
    for (let next = began; !isOver || performance.now() - began < leastMs; next += 1_000 / perSecond) {
      await delay(Math.max(next - performance.now(), 0))
      asked.push(
        this.#ask().then(
          (ms) => void times.push(ms),
          () => {
            failed += 1
          },
        ),
      )
    }
    await Promise.all([...asked, over])
    return { p99: percentile(times, 0.99), slowestMs: Math.max(0, ...times), requests: times.length + failed, failed }
  }

  async #ask(): Promise<number> {
    const { port, hostname } = this.#place
    const began = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const sent = request({
      host: '127.0.0.1',
      port,
      path: '/',
      agent: this.#agent,
      headers: { host: hostname },
      timeout: 10_000,
    })
    sent.on('response', (response) => {
      response.resume()
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`)),
      )
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', reject)
    sent.end()
    await promise
    return performance.now() - began
  }
}
