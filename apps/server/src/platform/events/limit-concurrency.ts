/** At most `max` at once; the rest waits in order. Keeps streams from taking every connection of the pool. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>

export function limitConcurrency(max: number): Limit {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    // A place is handed over, not freed and taken again: nobody can slip in between.
    if (running >= max) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
