/** Runs one build. However it ends, the program has exited when this resolves, and with it the build on the server. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { Deadline } from '@longshore/process/deadline'
import { endProgram, type StartedProgram } from '@longshore/process/started-program'
import type { BuildRequest } from '../runtime/build-request.ts'
import type { Call, OnOutput } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { isConnectionLost } from '../ssh/connection-loss.ts'
import { abortFailure, failure, RemoteError, startBuildx } from '../ssh/index.ts'
import { buildFailure } from './build-failure.ts'
import { BuildProgress } from './build-progress.ts'
import { type BuildTarget, buildxArgs } from './buildx-args.ts'

export interface RunBuild {
  readonly program: string
  readonly runtimeDirectory?: string | undefined
  readonly place: Omit<BuildTarget, 'settingsDirectory'>
  /** Aborts with a RuntimeError when a limit is reached, and with any other reason when the work was canceled. */
  readonly limits: AbortSignal
  /** Fires when the connection to the server closes. */
  readonly closed: AbortSignal
  /** Called with the output of a build whose result is files. */
  readonly onFiles?: (part: Buffer) => void
}

/** The program handles a signal within moments; an unresponsive server must not delay a cancel. */
const graceMs = 2_000

export async function runBuild(
  request: BuildRequest,
  call: Call & { onOutput: OnOutput },
  options: RunBuild,
): Promise<BuildProgress> {
  const settingsDirectory = await mkdtemp(join(options.runtimeDirectory ?? tmpdir(), 'ls-build-'))
  try {
    using deadline = new Deadline(request.limits.timeMs, [call.signal, options.limits, options.closed])
    const { args, environment } = buildxArgs(request, { ...options.place, settingsDirectory })
    const started = startBuildx(options.program, args, { environment })
    started.stdout.on('data', options.onFiles ?? (() => undefined))
    return await follow(started, request, { ...call, deadline, closed: options.closed })
  } finally {
    await rm(settingsDirectory, { recursive: true, force: true })
  }
}

type Following = Call & { onOutput: OnOutput; deadline: Deadline; closed: AbortSignal }

async function follow(started: StartedProgram, { limits }: BuildRequest, following: Following): Promise<BuildProgress> {
  const { deadline, onOutput } = following
  const { signal } = deadline
  const progress = new BuildProgress()
  const stop = () => void endProgram(started, graceMs)
  signal.addEventListener('abort', stop, { once: true })
  // If the program couldn't be started, its exit code shows it.
  const ended = once(started, 'close').catch(() => [255])
  try {
    if (signal.aborted) stop()
    started.stdin.end()
    await readAll(started, progress, { onOutput, signal, maxBytes: limits.outputBytes })
    const [code] = await ended
    if (signal.aborted) throw stopFailure(signal, progress, limits.timeMs)
    if (code === 0) return progress
    if (await isConnectionLost(following.closed)) throw failure('connection_lost')
    throw code === 255 && progress.errors === '' ? missing() : buildFailure(progress)
  } finally {
    signal.removeEventListener('abort', stop)
    await endProgram(started, graceMs)
  }
}

interface Reading {
  onOutput: OnOutput
  signal: AbortSignal
  maxBytes: number
}

async function readAll(
  started: StartedProgram,
  progress: BuildProgress,
  { onOutput, signal, maxBytes }: Reading,
): Promise<void> {
  const decoder = new StringDecoder()
  let bytes = 0
  for await (const chunk of started.stderr) {
    // Output during the shutdown isn't shown: its reader can be closed already.
    for (const { text, stream } of progress.push(decoder.write(chunk))) {
      bytes += Buffer.byteLength(text)
      if (bytes > maxBytes) throw tooMuch(maxBytes, progress)
      if (!signal.aborted) await onOutput(text, stream)
    }
  }
}

function tooMuch(maxBytes: number, progress: BuildProgress): RuntimeError {
  const text = `The build printed more than ${Math.round(maxBytes / 1_000_000)} MB and was ended.`
  return new RuntimeError('build_output_too_large', text, { logTail: progress.tail })
}

function stopFailure(signal: AbortSignal, progress: BuildProgress, timeMs: number): Error {
  const reason: unknown = signal.reason
  if (reason instanceof RuntimeError)
    return new RuntimeError(reason.code, reason.message, { logTail: progress.tail, cause: reason })
  if (reason instanceof RemoteError) return reason
  if (reason instanceof DOMException && reason.name === 'TimeoutError') {
    const text = `The build took longer than ${Math.round(timeMs / 60_000)} minutes and was ended.`
    return new RuntimeError('build_timeout', text, { logTail: progress.tail })
  }
  return abortFailure(signal, 'command_timeout')
}

function missing(): RuntimeError {
  return new RuntimeError('build_unsupported', 'The program that builds images is missing in this installation.')
}
