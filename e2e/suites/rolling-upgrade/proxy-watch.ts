/** Watches a server's proxies: there is always one, and once the newer release has the server, never only an older one. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Target } from '../../fixtures/target.ts'

const format = '{{.Label "longshore.proxy-generation"}}'
const everyMs = 500

export class ProxyWatch {
  readonly #target: Target
  readonly #stop = new AbortController()
  readonly #watching: Promise<void>
  #checks = 0
  #newest = 0
  #without = 0
  #steppedBack = 0

  constructor(target: Target) {
    this.#target = target
    this.#watching = this.#watch()
  }

  async end(): Promise<{ checks: number; newest: number; without: number; steppedBack: number }> {
    this.#stop.abort()
    await this.#watching
    return { checks: this.#checks, newest: this.#newest, without: this.#without, steppedBack: this.#steppedBack }
  }

  async #watch(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const filters = ['--filter', 'label=longshore.role=proxy', '--filter', 'status=running']
      const { stdout } = await this.#target.exec(['docker', 'ps', ...filters, '--format', format])
      const running = stdout.split('\n').flatMap((line) => (line.trim() === '' ? [] : [Number(line)]))
      this.#checks += 1
      if (running.length === 0) this.#without += 1
      const newest = Math.max(0, ...running)
      if (running.length > 0 && newest < this.#newest) this.#steppedBack += 1
      this.#newest = Math.max(this.#newest, newest)
      await delay(everyMs, undefined, { signal: this.#stop.signal }).catch(() => undefined)
    }
  }
}
