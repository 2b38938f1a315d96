/**
 * Work that listens to a container, and would wait for good if that were started again: a tool that only reads does not notice that
 * nobody writes any more. The Engine is asked now and then whether it is still the same run of it.
 */
import type { Runtime } from '@longshore/remote/runtime'

const everyMs = 5_000

export async function abortOnRestart<Result>(
  runtime: Pick<Runtime, 'inspectContainer'>,
  { name, signal }: { name: string; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const gone = new AbortController()
  const read = async () => (await runtime.inspectContainer(name, { signal }))?.startedAt?.getTime()
  const begun = await read()
  const look = async () => {
    if ((await read()) !== begun) gone.abort(new Error('The database restarted during the dump.'))
  }
  // One that fails is made up for by the next; a line that is gone ends the work by itself.
  const timer = setInterval(() => void look().catch(() => undefined), everyMs)
  try {
    return await work(AbortSignal.any([signal, gone.signal]))
  } catch (error) {
    throw gone.signal.aborted && !signal.aborted ? gone.signal.reason : error
  } finally {
    clearInterval(timer)
  }
}
