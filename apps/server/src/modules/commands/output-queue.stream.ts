/** Passes output from a callback to a loop that reads it. It buffers a little, then the writer waits. */
export class OutputQueue<Item> {
  readonly #items: Item[] = []
  readonly #most: number
  #changed = Promise.withResolvers<void>()
  #ended: { error: unknown } | { error?: never } | undefined

  constructor(most = 16) {
    this.#most = most
  }

  /** Resolves when there is room again, or when no reader is left. */
  async push(item: Item, signal: AbortSignal): Promise<void> {
    this.#items.push(item)
    this.#notify()
    while (this.#items.length >= this.#most && !signal.aborted) await this.#changed.promise
  }

  end(error?: unknown): void {
    this.#ended = error === undefined ? {} : { error }
    this.#notify()
  }

  async *read(): AsyncGenerator<Item> {
    for (;;) {
      const item = this.#items.shift()
      if (item !== undefined) {
        this.#notify()
        yield item
      } else if (this.#ended !== undefined) {
        if ('error' in this.#ended) throw this.#ended.error
        return
      } else await this.#changed.promise
    }
  }

  /** Wakes waiting readers and writers, for example after an abort. */
  wake(): void {
    this.#notify()
  }

  #notify(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}
