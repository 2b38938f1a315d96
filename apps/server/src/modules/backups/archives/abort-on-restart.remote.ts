/**
 * Aborts work that reads from a container when the container restarts. A tool that only reads doesn't notice that its
 * peer stopped and would wait forever, so this regularly asks the Docker Engine whether the container restarted.
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
  const check = async () => {
    if ((await read()) !== begun) gone.abort(new Error('The database restarted during the dump.'))
  }
  // The next check makes up for a failed one. A lost connection ends the work anyway.
  const timer = setInterval(() => void check().catch(() => undefined), everyMs)
  try {
    return await work(AbortSignal.any([signal, gone.signal]))
  } catch (error) {
    throw gone.signal.aborted && !signal.aborted ? gone.signal.reason : error
  } finally {
    clearInterval(timer)
  }
}
