/**
 * A loop over rows: each round takes the due rows and starts a visit for each, outside the loop, with limited
 * concurrency. A failed visit is logged; one that hangs is abandoned after its time limit and frees its slot.
 */
import { type BackgroundLoop, Loop, type LoopOptions } from './loop.ts'
import { Abandoned, runBounded } from './run-bounded.ts'

export interface PollerOptions<Due> extends LoopOptions {
  /** Maximum number of concurrent visits. */
  readonly atOnce: number
  /** Time limit of one visit. Omit it only for visits that last as long as the process. */
  readonly visitMs?: number
  /** Returns due rows. Not called at full capacity; rows that are being visited are skipped. */
  takeDue(visits: RunningVisits): Promise<readonly Due[]>
  /**
   * Set if a successful visit makes its row not due. Then the next round follows immediately when more was due than
   * fit.
   */
  readonly isTaken?: boolean
  keyOf(due: Due): string
  visit(due: Due, signal: AbortSignal): Promise<void>
  /** Failures that are reported elsewhere or need no report. */
  isExpected?(error: unknown): boolean
  /** Subscribes the loop to a wake-up source; returns the unsubscribe function. */
  wakeBy?(wake: () => void): Promise<() => void>
  /** Runs after the last visit has ended. */
  onStop?(): Promise<void>
}

export interface RunningVisits {
  /** How many more visits can start. */
  readonly free: number
  readonly keys: readonly string[]
  end(key: string): void
}

export function poller<Due>(options: PollerOptions<Due>): BackgroundLoop {
  return new Poller(options)
}

class Poller<Due> implements BackgroundLoop {
  readonly #options: PollerOptions<Due>
  readonly #loop: Loop
  readonly #visits = new Map<string, { controller: AbortController; ended: Promise<void> }>()
  #isStopped = false
  #hasMore = false
  #unlisten: (() => void) | undefined

  constructor(options: PollerOptions<Due>) {
    this.#options = options
    this.#loop = new Loop(options, () => this.#round())
  }

  get health() {
    return this.#loop.health
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#options.wakeBy?.(() => this.#loop.wake())
    await this.#loop.start()
  }

  async #round(): Promise<void> {
    const { atOnce, takeDue, keyOf } = this.#options
    const visits = this.#visits
    const free = atOnce - visits.size
    if (free <= 0) return
    const running = { free, keys: [...visits.keys()], end: (key: string) => visits.get(key)?.controller.abort() }
    const due = await takeDue(running)
    this.#hasMore = due.length >= free
    for (const each of due) if (!visits.has(keyOf(each))) this.#begin(each)
  }

  #begin(due: Due): void {
    const { visit, keyOf, isTaken = false, visitMs: withinMs, graceMs } = this.#options
    if (this.#isStopped) return
    const key = keyOf(due)
    const controller = new AbortController()
    const work = async () => {
      try {
        await runBounded((signal) => visit(due, signal), controller, { withinMs, graceMs })
        if (isTaken && this.#hasMore) this.#loop.wake()
      } catch (error) {
        this.#noteFailure(error, key)
      } finally {
        this.#visits.delete(key)
      }
    }
    this.#visits.set(key, { controller, ended: work() })
  }

  #noteFailure(error: unknown, key: string): void {
    const { isExpected, name: loop, log } = this.#options
    const isQuiet = !(error instanceof Abandoned) && isExpected?.(error) === true
    if (isQuiet) log.debug({ err: error, loop, key }, 'a visit failed as expected')
    else this.#loop.recordFailure(error, { key })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true
    this.#unlisten?.()
    for (const { controller } of this.#visits.values()) controller.abort()
    await this.#loop[Symbol.asyncDispose]()
    await Promise.all([...this.#visits.values()].map(({ ended }) => ended))
    await this.#options.onStop?.()
  }
}
