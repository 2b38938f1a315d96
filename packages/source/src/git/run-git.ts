/** Runs git once, with limits on time, output, and disk, and cleans up after it. */
import { endOf, killGroup, type StartedProgram, sideOf } from '@longshore/process/started-program'
import { type KernelLimits, startGit } from '../programs.ts'
import { answerPrompts } from './answer-prompts.ts'
import { abortFailure, failure } from './failures.ts'
import type { RemoteUrl } from './remote-url.ts'
import type { Credential } from './source.ts'
import { SourceError } from './source-error.ts'

export interface GitRun {
  readonly args: readonly string[]
  readonly environment: Record<string, string>
  readonly limits: KernelLimits
  readonly cwd: string
  readonly signal: AbortSignal
  readonly credential?: { readonly url: RemoteUrl; readonly value: Credential } | undefined
  readonly input?: string | undefined
  /** Called with each chunk of output. An error that it throws ends the run. */
  onOutput(chunk: Buffer): void
}

export interface GitEnd {
  readonly code: number | null
  readonly endedBySize: boolean
  /** The end of the standard error output. */
  readonly stderr: string
}

const maxStderr = 16_384

export async function runGit(run: GitRun): Promise<GitEnd> {
  if (run.signal.aborted) throw abortFailure(run.signal)
  const started = startGit(run.args, {
    environment: run.environment,
    limits: run.limits,
    cwd: run.cwd,
    hasSide: run.credential !== undefined,
  })
  const side = sideOf(started)
  const onAbort = () => void killGroup(started)
  run.signal.addEventListener('abort', onAbort, { once: true })
  try {
    started.stdin.end(run.input ?? '')
    if (run.credential !== undefined && side !== null) answerPrompts(side, run.credential.url, run.credential.value)
    return await follow(started, run)
  } catch (error) {
    if (error instanceof SourceError) throw error
    throw failure('repository_unreadable', { cause: error })
  } finally {
    run.signal.removeEventListener('abort', onAbort)
    // Run this after a success too: no child process can outlive the call.
    await killGroup(started)
    side?.destroy()
  }
}

async function follow(started: StartedProgram, run: GitRun): Promise<GitEnd> {
  let stderr = ''
  started.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('latin1')).slice(-maxStderr)
  })
  const errorsRead = new Promise((resolve) => started.stderr.once('close', resolve))
  for await (const chunk of started.stdout) run.onOutput(chunk)
  const end = await endOf(started)
  if (run.signal.aborted) throw abortFailure(run.signal)
  await errorsRead
  // Exit code 153 means that the kernel ended a git helper because its file grew too large. Git only mentions this in
  // passing.
  const endedBySize = end.signal === 'SIGXFSZ' || end.code === 153 || /signal 25|File too large/.test(stderr)
  return { code: end.code, endedBySize, stderr }
}
