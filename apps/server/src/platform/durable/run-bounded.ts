/**
 * Runs background work within a time limit. Work that ignores its signal is abandoned, so that it can't block what
 * follows.
 */

/** How long work can take to stop after its signal fired. */
export const stopGraceMs = 30_000

export class Abandoned extends Error {
  override readonly name = 'Abandoned'
}

/**
 * Without `withinMs`, the work ends on its own or through its controller. Rejects with `Abandoned` if the work doesn't
 * stop.
 */
export async function runBounded(
  work: (signal: AbortSignal) => Promise<void>,
  controller: AbortController,
  { withinMs, graceMs = stopGraceMs }: { withinMs?: number | undefined; graceMs?: number | undefined },
): Promise<void> {
  const { promise: abandoned, reject } = Promise.withResolvers<never>()
  const { signal } = controller
  let grace: NodeJS.Timeout | undefined
  const onAbort = () => {
    grace = setTimeout(() => reject(new Abandoned('it ignores its signal', { cause: signal.reason })), graceMs)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  const limit = withinMs === undefined ? undefined : setTimeout(() => controller.abort(tooLong(withinMs)), withinMs)
  try {
    await Promise.race([work(signal), abandoned])
  } finally {
    clearTimeout(limit)
    clearTimeout(grace)
    signal.removeEventListener('abort', onAbort)
  }
}

function tooLong(ms: number): DOMException {
  return new DOMException(`it took longer than ${ms} ms`, 'TimeoutError')
}
