/** A signal that fires at a deadline or with one of the given signals. Disposing it removes its listeners from them. */
export class Deadline implements Disposable {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #undo: (() => void)[] = []

  constructor(ms: number, signals: readonly (AbortSignal | undefined)[] = []) {
    this.#timer = setTimeout(() => this.abort(new DOMException('the deadline has passed', 'TimeoutError')), ms)
    for (const signal of signals) if (signal !== undefined) this.#follow(signal)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason)
  }

  #follow(signal: AbortSignal): void {
    const onAbort = () => this.abort(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    this.#undo.push(() => signal.removeEventListener('abort', onAbort))
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    for (const undo of this.#undo) undo()
  }
}
