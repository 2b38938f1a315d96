/** One at a time for each server: builds that begin at the same moment must not all try whether its limits hold. */
import { raceSignal } from '../../ssh/race-signal.ts'

const last = new WeakMap<object, Promise<unknown>>()

export async function runExclusively<Result>(
  server: object,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const before = last.get(server) ?? Promise.resolve()
  const mine = before.then(async () => {
    signal.throwIfAborted()
    return await work()
  })
  last.set(
    server,
    mine.catch(() => undefined),
  )
  // Whoever no longer wants it does not wait for the others.
  return await raceSignal(mine, signal)
}
