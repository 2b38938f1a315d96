/** Runs at most `max` tasks at once; the rest wait in order, and if too many wait, `onFull` creates the error. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>

const unbounded = { max: Number.POSITIVE_INFINITY, onFull: () => new Error('never full') }

export function limitConcurrency(max: number, queue: { max: number; onFull: () => Error } = unbounded): Limit {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    // A slot is handed over instead of freed and taken again, so that no other task can take it in between.
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
