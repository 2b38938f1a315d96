/**
 * Runs that this process is executing, by key. It passes interruptions to the running step and ensures that two
 * attempts at one key never overlap in one process: the newer waits until the older has stopped.
 */
export type InterruptionKind = 'cancel' | 'deadline' | 'lost' | 'shutdown'

/** Abort reason of a step's signal. */
export class Interruption extends Error {
  override readonly name = 'Interruption'
  readonly kind: InterruptionKind

  constructor(kind: InterruptionKind) {
    super(`interrupted: ${kind}`)
    this.kind = kind
  }
}

/** How long a cancel that arrives between the claim and the registration is remembered. */
const rememberMs = 30_000
const maxRemembered = 10_000

export class LiveRuns {
  readonly #byKey = new Map<string, LiveRun>()
  readonly #byRun = new Map<string, LiveRun>()
  readonly #recentCancels = new Map<string, number>()
  #isShutDown = false

  /** Waits for an older attempt at this key to stop, then registers a new one. */
  async enter(key: string, attempt: AbortSignal): Promise<LiveRun> {
    for (let older = this.#byKey.get(key); older !== undefined; older = this.#byKey.get(key)) {
      // An attempt that is already over must not replace one that may be its successor.
      if (attempt.aborted) throw new Interruption('lost')
      older.interrupt('lost')
      await older.stopped
    }
    if (this.#isShutDown) throw new Interruption('shutdown')
    const live = new LiveRun(attempt, () => this.#remove(key, live))
    this.#byKey.set(key, live)
    return live
  }

  nameRun(live: LiveRun, runId: string): void {
    live.runId = runId
    this.#byRun.set(runId, live)
    if (this.#recentCancels.has(runId)) live.interrupt('cancel')
  }

  /** Returns whether the run is executing here. */
  cancel(runId: string): boolean {
    const now = Date.now()
    for (const [id, at] of this.#recentCancels) {
      if (now - at < rememberMs && this.#recentCancels.size < maxRemembered) break
      this.#recentCancels.delete(id)
    }
    this.#recentCancels.set(runId, now)
    const live = this.#byRun.get(runId)
    live?.interrupt('cancel')
    return live !== undefined
  }

  has(key: string): boolean {
    return this.#byKey.has(key)
  }

  runIds(): string[] {
    return [...this.#byRun.keys()]
  }

  /** Interrupts everything, accepts no new attempts, and resolves when all steps have stopped. */
  async shutDown(): Promise<void> {
    this.#isShutDown = true
    const all = [...this.#byKey.values()]
    for (const live of all) live.interrupt('shutdown')
    await Promise.all(all.map((live) => live.stopped))
  }

  #remove(key: string, live: LiveRun): void {
    if (this.#byKey.get(key) === live) this.#byKey.delete(key)
    if (live.runId !== undefined && this.#byRun.get(live.runId) === live) this.#byRun.delete(live.runId)
  }
}

export class LiveRun implements Disposable {
  runId: string | undefined
  readonly stopped: Promise<void>
  /** `cancelled` fires when the step is stopped because of a cancel; `gone` fires when this attempt is obsolete. */
  readonly cancelled = new AbortController()
  readonly gone = new AbortController()
  readonly #resolveStopped: () => void
  readonly #remove: () => void

  constructor(attempt: AbortSignal, remove: () => void) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.stopped = promise
    this.#resolveStopped = resolve
    this.#remove = remove
    if (attempt.aborted) this.interrupt('lost')
    else attempt.addEventListener('abort', () => this.interrupt('lost'), { once: true })
  }

  interrupt(kind: 'cancel' | 'lost' | 'shutdown'): void {
    const controller = kind === 'cancel' ? this.cancelled : this.gone
    if (!controller.signal.aborted) controller.abort(new Interruption(kind))
  }

  [Symbol.dispose](): void {
    this.#remove()
    this.#resolveStopped()
  }
}
