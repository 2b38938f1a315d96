/** Runs a program inside a container, with an argument list, and content on stdin. */
import { finished } from 'node:stream/promises'
import { failure, type RunOptions, type RunResult } from '../ssh/index.ts'
import type { EngineHttp } from './engine-http.ts'
import { CreatedExec, ExecDetails } from './engine-schemas.ts'
import { RawStreamReader } from './raw-stream.ts'

const defaultOutputBytes = 1_048_576

export interface ExecOptions extends Omit<RunOptions, 'asRoot'> {
  user?: string
  workingDirectory?: string
}

/** A deadline ends the wait, not always the program: the Engine can't end an exec. */
export async function execInContainer(
  http: EngineHttp,
  container: string,
  argv: readonly [string, ...string[]],
  options: ExecOptions,
): Promise<RunResult> {
  const limits = { deadlineMs: options.deadlineMs, ...(options.signal === undefined ? {} : { signal: options.signal }) }
  const { Id } = await http.read(CreatedExec, {
    ...limits,
    method: 'POST',
    path: ['containers', container, 'exec'],
    body: {
      Cmd: argv,
      AttachStdin: options.stdin !== undefined,
      AttachStdout: true,
      AttachStderr: true,
      ...(options.user === undefined ? {} : { User: options.user }),
      ...(options.workingDirectory === undefined ? {} : { WorkingDir: options.workingDirectory }),
    },
  })
  const output = await attach(http, Id, options)
  const { ExitCode } = await http.read(ExecDetails, { ...limits, method: 'GET', path: ['exec', Id, 'json'] })
  if (ExitCode === null || ExitCode === undefined) throw failure('connection_lost')
  return { exitCode: ExitCode, ...output }
}

async function attach(http: EngineHttp, id: string, options: ExecOptions): Promise<{ stdout: string; stderr: string }> {
  const socket = await http.hijack({
    method: 'POST',
    path: ['exec', id, 'start'],
    body: { Detach: false, Tty: false },
    deadlineMs: options.deadlineMs,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  const timer = setTimeout(() => socket.destroy(failure('command_timeout')), options.deadlineMs)
  const onAbort = () => socket.destroy(failure('cancelled'))
  options.signal?.addEventListener('abort', onAbort, { once: true })
  const parts = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  let bytes = 0
  const reader = new RawStreamReader((stream, part) => {
    bytes += part.length
    if (bytes > (options.maxOutputBytes ?? defaultOutputBytes)) socket.destroy(failure('output_too_large'))
    else parts[stream].push(part)
  })
  socket.on('data', (chunk: Buffer) => {
    try {
      reader.push(chunk)
    } catch (cause) {
      socket.destroy(failure('docker_unreachable', { detail: 'its answer cannot be read', cause }))
    }
  })
  try {
    if (options.stdin === undefined || typeof options.stdin === 'string' || options.stdin instanceof Uint8Array)
      socket.end(options.stdin ?? '')
    else options.stdin.pipe(socket)
    await finished(socket, { writable: false })
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', onAbort)
    socket.destroy()
  }
  return { stdout: Buffer.concat(parts.stdout).toString(), stderr: Buffer.concat(parts.stderr).toString() }
}
