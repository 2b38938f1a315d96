/** Settles with the promise, or rejects with the reason of the signal if that comes first. */
export async function raceSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // If the signal wins, a later failure of the promise must not be unhandled.
  promise.catch(() => undefined)
  signal.throwIfAborted()
  const stop = Promise.withResolvers<never>()
  const onAbort = () => stop.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, stop.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
