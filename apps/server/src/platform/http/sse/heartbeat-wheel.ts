/**
 * One heartbeat timer for all streams. Every second it visits one slot, so that each stream is visited once per turn
 * and ten thousand heartbeats aren't sent in the same millisecond.
 */
export interface Beating {
  beat(): void
}

export class HeartbeatWheel implements Disposable {
  readonly #slots: Set<Beating>[]
  readonly #timer: NodeJS.Timeout
  #next = 0
  #current = 0

  constructor({ turnMs, slots = 15 }: { turnMs: number; slots?: number }) {
    this.#slots = Array.from({ length: slots }, () => new Set())
    this.#timer = setInterval(() => this.#tick(), turnMs / slots)
    // Open sockets keep the process alive; the heartbeat must not.
    this.#timer.unref()
  }

  /** Returns a function that removes the member. */
  add(member: Beating): () => void {
    this.#next = (this.#next + 1) % this.#slots.length
    const slot = this.#slots[this.#next]
    slot?.add(member)
    return () => void slot?.delete(member)
  }

  #tick(): void {
    this.#current = (this.#current + 1) % this.#slots.length
    for (const member of this.#slots[this.#current] ?? []) member.beat()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}
