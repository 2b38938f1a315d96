/** Reads the output of a container as it arrives. */
import { failure } from '../ssh/index.ts'
import type { EngineHttp } from './engine-http.ts'
import { type OutputStream, RawStreamReader } from './raw-stream.ts'

export interface LogOptions {
  follow?: boolean
  /** Only the last lines. Default 200. */
  tail?: number
  /** Seconds since 1970. */
  since?: number
  timestamps?: boolean
  /** A container with a terminal has one stream that isn't multiplexed. */
  hasTerminal?: boolean
  deadlineMs?: number
  signal?: AbortSignal
}

/** Backpressure reaches the log on the server: nothing is read before it is needed. */
export async function* readContainerLogs(
  http: EngineHttp,
  container: string,
  options: LogOptions = {},
): AsyncGenerator<{ stream: OutputStream; part: Buffer }> {
  const { follow = false, tail = 200, since, timestamps = false, hasTerminal = false, ...limits } = options
  const response = await http.open({
    ...limits,
    method: 'GET',
    path: ['containers', container, 'logs'],
    query: { stdout: true, stderr: true, follow, tail, since, timestamps },
  })
  const parts: { stream: OutputStream; part: Buffer }[] = []
  const reader = new RawStreamReader((stream, part) => parts.push({ stream, part }))
  try {
    for await (const chunk of response) {
      if (hasTerminal) parts.push({ stream: 'stdout', part: chunk })
      else reader.push(chunk)
      yield* parts.splice(0)
    }
  } catch (cause) {
    if (cause instanceof RangeError) throw failure('docker_unreachable', { detail: 'its log cannot be read', cause })
    throw cause
  } finally {
    response.destroy()
  }
}
