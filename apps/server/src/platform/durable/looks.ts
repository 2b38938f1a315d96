/** Looks that go on beside the loop that begins them: so many at once, and none left when it is over. */
export class Looks implements AsyncDisposable {
  readonly #atOnce: number
  readonly #stop = new AbortController()
  readonly #running = new Set<{ key: string; ended: Promise<void> }>()

  constructor({ atOnce }: { atOnce: number }) {
    this.#atOnce = atOnce
  }

  /** How many more may begin. */
  get room(): number {
    return Math.max(0, this.#atOnce - this.#running.size)
  }

  get keys(): string[] {
    return [...this.#running].map(({ key }) => key)
  }

  has(key: string): boolean {
    return this.keys.includes(key)
  }

  /** `onError` does not hear of what failed because everything ends. `withinMs`: without one the look has limits of its own. */
  begin(
    key: string,
    look: (signal: AbortSignal) => Promise<void>,
    { onError, withinMs }: { onError: (error: unknown) => void; withinMs?: number },
  ): void {
    const stop = this.#stop.signal
    const signal = withinMs === undefined ? stop : AbortSignal.any([stop, AbortSignal.timeout(withinMs)])
    const ended = look(signal)
      .catch((error: unknown) => {
        if (!stop.aborted) onError(error)
      })
      .finally(() => this.#running.delete(running))
    const running = { key, ended }
    this.#running.add(running)
  }

  /** Those that are running are told to end. */
  stop(): void {
    this.#stop.abort()
  }

  /** After the loop has ended, so that none begins meanwhile. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.stop()
    await Promise.all([...this.#running].map(({ ended }) => ended))
  }
}
