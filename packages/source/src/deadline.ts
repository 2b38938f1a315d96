/** A signal that fires at a deadline or with a given signal, and that leaves nothing behind on that. */
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
