/** Remembers tokens for at least their lifetime, in two generations, so that expiring tokens is dropping a set. */
export interface SeenTokens {
  /** Returns true the first time. */
  take(id: string, nowMs: number): boolean
}

export function createSeenTokens(lifetimeMs: number): SeenTokens {
  let current = new Set<string>()
  let previous = new Set<string>()
  let turnedAtMs = Number.NEGATIVE_INFINITY
  return {
    take(id, nowMs) {
      if (nowMs - turnedAtMs >= lifetimeMs) {
        previous = current
        current = new Set()
        turnedAtMs = nowMs
      }
      if (current.has(id) || previous.has(id)) return false
      current.add(id)
      return true
    },
  }
}
