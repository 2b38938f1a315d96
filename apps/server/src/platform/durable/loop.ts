/** Work that is repeated: when woken, and every so often in case a wake-up was lost. An error never ends it. */
import type { Log } from '../log/log.ts'

const complainEveryMs = 30_000

export class Loop implements AsyncDisposable {
  readonly #work: (signal: AbortSignal) => Promise<void>
  readonly #options: { name: string; everyMs: number; log: Log }
  readonly #stop = new AbortController()
  #wake: (() => void) | undefined
  #isWoken = false
  #ended: Promise<void> = Promise.resolve()
  #complainedAt = 0

  constructor(options: { name: string; everyMs: number; log: Log }, work: (signal: AbortSignal) => Promise<void>) {
    this.#options = options
    this.#work = work
  }

  start(): void {
    this.#ended = this.#run()
  }

  wake(): void {
    this.#isWoken = true
    this.#wake?.()
  }

  async #run(): Promise<void> {
    const { name, log } = this.#options
    while (!this.#stop.signal.aborted) {
      this.#isWoken = false
      try {
        await this.#work(this.#stop.signal)
      } catch (error) {
        if (this.#stop.signal.aborted) return
        if (this.#mayComplain()) log.warn({ err: error, loop: name }, 'a round failed, the next follows')
        this.#isWoken = false
      }
      await this.#pause()
    }
  }

  /** While the engine or the database is away, every round fails: one line in half a minute says it. */
  #mayComplain(): boolean {
    const now = Date.now()
    if (now - this.#complainedAt < complainEveryMs) return false
    this.#complainedAt = now
    return true
  }

  async #pause(): Promise<void> {
    if (this.#isWoken || this.#stop.signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, this.#options.everyMs)
    this.#wake = resolve
    await promise
    clearTimeout(timer)
    this.#wake = undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    this.#wake?.()
    await this.#ended
  }
}
