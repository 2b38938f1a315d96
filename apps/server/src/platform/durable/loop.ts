/**
 * Runs rounds of work when woken, and periodically in case a wake-up was lost. Only its owner ends it: a failed round
 * is logged, and a round that hangs is abandoned after its time limit, so that the next one follows. Rounds must
 * tolerate overlap, as those of two workers do.
 */
import type { Log } from '../log/log.ts'
import { Abandoned, runBounded } from './run-bounded.ts'

export interface LoopOptions {
  readonly name: string
  readonly everyMs: number
  readonly log: Log
  /** Time limit of one round. */
  readonly roundMs?: number
  readonly graceMs?: number
}

/** Loop status for metrics and `doctor`. */
export interface LoopHealth {
  readonly name: string
  /** Seconds since a round last succeeded, or since the start. */
  readonly idleSeconds: number
  /** Failed rounds and visits since the start. */
  readonly failures: number
  /** Rounds and visits since the start that hung and were abandoned. */
  readonly restarts: number
}

export interface BackgroundLoop extends AsyncDisposable {
  readonly health: LoopHealth
  start(): Promise<void>
}

const defaultRoundMs = 120_000
const logFailureEveryMs = 30_000

export class Loop implements BackgroundLoop {
  readonly #work: (signal: AbortSignal) => Promise<void>
  readonly #options: LoopOptions
  #round = new AbortController()
  #isStopped = false
  #wake: (() => void) | undefined
  #isWoken = false
  #ended: Promise<void> = Promise.resolve()
  #complainedAt = 0
  #succeededAt = performance.now()
  #failures = 0
  #restarts = 0

  constructor(options: LoopOptions, work: (signal: AbortSignal) => Promise<void>) {
    this.#options = options
    this.#work = work
  }

  get health(): LoopHealth {
    const idleSeconds = Math.round((performance.now() - this.#succeededAt) / 1_000)
    return { name: this.#options.name, idleSeconds, failures: this.#failures, restarts: this.#restarts }
  }

  async start(): Promise<void> {
    this.#succeededAt = performance.now()
    this.#ended = this.#run()
  }

  wake(): void {
    this.#isWoken = true
    this.#wake?.()
  }

  /** Counts and logs a failed round, or the failed visit that `where` identifies. */
  recordFailure(error: unknown, where?: Record<string, unknown>): void {
    const { name: loop, log } = this.#options
    if (this.#isStopped) return
    this.#failures += 1
    if (error instanceof Abandoned) {
      this.#restarts += 1
      log.error({ err: error, loop, ...where }, 'background work hung and was left behind')
    } else if (where !== undefined || this.#mayComplain()) {
      log.warn({ err: error, loop, ...where }, 'background work failed, the next round follows')
    }
  }

  async #run(): Promise<void> {
    const { roundMs: withinMs = defaultRoundMs, graceMs } = this.#options
    while (!this.#isStopped) {
      this.#isWoken = false
      this.#round = new AbortController()
      try {
        await runBounded(this.#work, this.#round, { withinMs, graceMs })
        this.#succeededAt = performance.now()
      } catch (error) {
        this.recordFailure(error)
        this.#isWoken = false
      }
      await this.#pause()
    }
  }

  /** While Restate or the database is unreachable, every round fails; logs it only once in half a minute. */
  #mayComplain(): boolean {
    const now = Date.now()
    if (now - this.#complainedAt < logFailureEveryMs) return false
    this.#complainedAt = now
    return true
  }

  async #pause(): Promise<void> {
    if (this.#isWoken || this.#isStopped) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, this.#options.everyMs)
    this.#wake = resolve
    await promise
    clearTimeout(timer)
    this.#wake = undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true
    this.#round.abort()
    this.#wake?.()
    await this.#ended
  }
}
