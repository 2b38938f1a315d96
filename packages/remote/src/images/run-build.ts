/** One build from start to end. Whatever ends it, the program is gone when this settles, and with it the build on the server. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import type { BuildRequest } from '../runtime/build-request.ts'
import type { Call, OnOutput } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { isConnectionLost } from '../ssh/connection-loss.ts'
import { abortFailure, Deadline, endProgram, failure, RemoteError, type Started, startBuildx } from '../ssh/index.ts'
import { buildFailure } from './build-failure.ts'
import { BuildProgress } from './build-progress.ts'
import { type BuildTarget, buildxArgs } from './buildx-args.ts'

export interface RunBuild {
  readonly program: string
  readonly runtimeDirectory?: string | undefined
  readonly place: Omit<BuildTarget, 'settingsDirectory'>
  /** Aborts with a RuntimeError when a limit is met, and with anything else when the work is no longer wanted. */
  readonly limits: AbortSignal
  /** Of the connection to the server. */
  readonly closed: AbortSignal
  /** What a build writes whose result is files. */
  readonly onFiles?: (part: Buffer) => void
}

/** It has noted a signal within moments; a server that does not answer must not hold a cancel up. */
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

async function follow(started: Started, { limits }: BuildRequest, following: Following): Promise<BuildProgress> {
  const { deadline, onOutput } = following
  const { signal } = deadline
  const progress = new BuildProgress()
  const stop = () => void endProgram(started, graceMs)
  signal.addEventListener('abort', stop, { once: true })
  // The program could not be started at all: its exit code says so.
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
  started: Started,
  progress: BuildProgress,
  { onOutput, signal, maxBytes }: Reading,
): Promise<void> {
  const decoder = new StringDecoder()
  let bytes = 0
  for await (const chunk of started.stderr) {
    // What comes while it is being ended is not shown: whoever waits for it may be gone.
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
