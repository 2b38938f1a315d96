/**
 * Runs work at the very end of a transaction, from any code in it. Publishing an event takes the organization's counter, which must be
 * the last lock, so code in the middle of a transaction can't publish directly.
 */
type Work = () => Promise<void>

const waiting = new WeakMap<object, Work[]>()

export function beforeCommit(tx: object, work: Work): void {
  const works = waiting.get(tx)
  if (works === undefined) throw new Error('not in a transaction, or its work has already ended')
  works.push(work)
}

/** Runs a transaction's work, then what it asked for, in that order. */
export async function withWorkBeforeCommit<Tx extends object, T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const works: Work[] = []
  waiting.set(tx, works)
  try {
    const result = await work(tx)
    waiting.delete(tx)
    for (const each of works) await each()
    return result
  } finally {
    waiting.delete(tx)
  }
}
