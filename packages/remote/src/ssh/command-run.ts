/** Runs one command over an open connection, to a result or to a certain end. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Deadline } from '@longshore/process/deadline'
import { raceSignal } from '@longshore/process/race-signal'
import { endProgram, exitCodeOf, type StartedProgram } from '@longshore/process/started-program'
import { parseOutput, readGroup, remoteCommandText, stopCommandText } from '../commands/remote-command.ts'
import { sessionArguments } from '../commands/ssh-arguments.ts'
import type { RunOptions, RunResult } from './connection.ts'
import { abortFailure, failure } from './failures.ts'
import type { Master } from './master.ts'
import { collectOutput } from './output.ts'
import { startProgram } from './programs.ts'

const defaultOutputBytes = 1_048_576
const stopTimeoutMs = 3_000
/** Our marker lines on the two streams. */
const markerBytes = 256

/** The server accepts no more sessions at the moment; the command was not started. */
export class SessionRefused extends Error {
  override readonly name = 'SessionRefused'
}

export async function runCommand(
  master: Master,
  argv: readonly [string, ...string[]],
  options: RunOptions & { withSudo: boolean; signal: AbortSignal },
): Promise<RunResult> {
  const marker = `ls-${randomBytes(12).toString('hex')}`
  const text = remoteCommandText(argv, { marker, withSudo: options.withSudo })
  using limit = new Deadline(2 ** 31 - 1, [options.signal])
  const child = startProgram('ssh', sessionArguments(master.controlPath, text))
  const maxBytes = (options.maxOutputBytes ?? defaultOutputBytes) + markerBytes
  const output = collectOutput(child, maxBytes, () => limit.abort(failure('output_too_large')))
  const ended = exitCodeOf(child)
  feed(child, options.stdin, () => readGroup(output.stderr(), marker) !== undefined)
  try {
    const code = await raceSignal(ended, limit.signal)
    return readResult(code, { stdout: output.stdout(), stderr: output.stderr() }, { marker, master })
  } catch (error) {
    if (!limit.signal.aborted) throw error
    await stop(master, child, { group: () => readGroup(output.stderr(), marker), withSudo: options.withSudo })
    throw abortFailure(limit.signal, 'command_timeout')
  }
}

function readResult(
  code: number,
  raw: { stdout: string; stderr: string },
  context: { marker: string; master: Master },
): RunResult {
  const answer = parseOutput(raw, context.marker)
  if (answer.exitCode !== undefined) return { exitCode: answer.exitCode, stdout: answer.stdout, stderr: answer.stderr }
  if (/Session open refused by peer|session request failed/.test(raw.stderr)) throw new SessionRefused()
  const isCommandResult = code === 255 || answer.started
  throw failure(isCommandResult ? 'connection_lost' : 'shell_unusable', { cause: new Error(raw.stderr.slice(-500)) })
}

/** A stream can be read only once, so it waits until the program has really started; text can be sent again. */
function feed(child: StartedProgram, stdin: RunOptions['stdin'], hasBegun: () => boolean): void {
  if (!(stdin instanceof Readable)) return void child.stdin.end(stdin)
  const begin = () => {
    if (!hasBegun()) return
    child.stderr.off('data', begin)
    stdin.on('error', (error) => child.stdin.destroy(error))
    stdin.pipe(child.stdin)
  }
  child.stderr.on('data', begin)
}

/**
 * Closing the channel alone leaves a silent program running, so its process group is ended first. A command that was
 * only just sent hasn't reported its group yet. It gets a moment; otherwise it could still start after we reported its
 * end.
 */
async function stop(
  master: Master,
  child: StartedProgram,
  options: { group: () => number | undefined; withSudo: boolean },
): Promise<void> {
  const until = performance.now() + stopTimeoutMs
  while (
    !master.closed.aborted &&
    options.group() === undefined &&
    child.exitCode === null &&
    performance.now() < until
  )
    await wait(10)
  const group = options.group()
  if (group !== undefined && !master.closed.aborted) {
    const stopper = startProgram('ssh', sessionArguments(master.controlPath, stopCommandText(group, options)))
    stopper.stdin.end()
    stopper.stdout.resume()
    stopper.stderr.resume()
    using deadline = new Deadline(stopTimeoutMs, [master.closed])
    await raceSignal(exitCodeOf(stopper), deadline.signal).catch(() => endProgram(stopper))
  }
  await endProgram(child)
}
