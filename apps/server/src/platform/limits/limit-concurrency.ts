/** At most `max` at once; the rest waits in order, and when too many wait, `onFull` says what to throw. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>

const unbounded = { max: Number.POSITIVE_INFINITY, onFull: () => new Error('never full') }

export function limitConcurrency(max: number, queue: { max: number; onFull: () => Error } = unbounded): Limit {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    // A place is handed over, not freed and taken again: nobody can slip in between.
    if (running >= max) {
      if (waiting.length >= queue.max) throw queue.onFull()
      await new Promise<void>((resolve) => void waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
