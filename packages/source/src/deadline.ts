/**
 * A signal that fires at a deadline or with a given signal. Disposing it removes its listener from the given signal.
 */
export class Deadline implements Disposable {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #undo: () => void

  constructor(ms: number, signal: AbortSignal) {
    this.#timer = setTimeout(() => this.abort(new DOMException('the deadline has passed', 'TimeoutError')), ms)
    const onAbort = () => this.abort(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    this.#undo = () => signal.removeEventListener('abort', onAbort)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason)
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#undo()
  }
}
