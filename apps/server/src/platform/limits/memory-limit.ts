/** Request limits per process: cheap, approximate across processes, bounded in memory. */
import type { LimitPolicy, LimitState } from './persistent-limit.ts'

const maxKeys = 100_000

export class MemoryLimit {
  readonly policy: LimitPolicy
  readonly #windows = new Map<string, { count: number; endsAt: number }>()

  constructor(policy: LimitPolicy) {
    this.policy = policy
  }

  consume(key: string, nowMs: number): LimitState {
    let window = this.#windows.get(key)
    if (window === undefined || window.endsAt <= nowMs) {
      window = { count: 0, endsAt: nowMs + this.policy.windowSeconds * 1_000 }
      this.#makeRoom(nowMs)
      this.#windows.delete(key)
      this.#windows.set(key, window)
    }
    const allowed = window.count < this.policy.limit
    if (allowed) window.count += 1
    const resetSeconds = Math.max(1, Math.ceil((window.endsAt - nowMs) / 1_000))
    return { policy: this.policy, allowed, remaining: this.policy.limit - window.count, resetSeconds }
  }

  /** Evicts windows in order of their start, because the oldest end first. */
  #makeRoom(nowMs: number): void {
    for (const [key, window] of this.#windows) {
      if (window.endsAt > nowMs && this.#windows.size < maxKeys) return
      this.#windows.delete(key)
    }
  }
}
