/** Runs work one at a time per server: builds that start at the same moment must not all verify its limits. */
import { raceSignal } from '@longshore/process/race-signal'

const last = new WeakMap<object, Promise<unknown>>()

export async function runExclusively<Result>(
  server: object,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const before = last.get(server) ?? Promise.resolve()
  const result = before.then(async () => {
    signal.throwIfAborted()
    return await work()
  })
  last.set(
    server,
    result.catch(() => undefined),
  )
  // A canceled caller doesn't wait for the others.
  return await raceSignal(result, signal)
}
