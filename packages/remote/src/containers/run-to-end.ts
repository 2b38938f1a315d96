/** Shared by containers that run to their end: a deadline, their exit, and their removal. */

import { Deadline } from '@longshore/process/deadline'
import { isStatus } from '../docker/index.ts'
import type { Call } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { abortFailure } from '../ssh/index.ts'
import { findContainer, type Host, retryWhileNameIsTaken } from './start-container.ts'

const endDeadlineMs = 60_000

export async function runToEnd<Result>(
  host: Host,
  name: string,
  { signal, deadlineMs }: Required<Call>,
  work: (within: AbortSignal) => Promise<Result>,
): Promise<Result> {
  using deadline = new Deadline(deadlineMs, [signal])
  try {
    return await retryWhileNameIsTaken(deadline.signal, async () => {
      await removeByName(host, name)
      return await work(deadline.signal)
    })
  } catch (error) {
    if (signal.aborted || !deadline.signal.aborted) throw error
    throw abortFailure(deadline.signal, 'command_timeout')
  } finally {
    // Don't use the caller's signal here: after an abort, nothing can keep running.
    await removeByName(host, name)
  }
}

/** The log ends a moment before the Engine knows the exit code. */
export async function readEnd(
  { engine }: Host,
  id: string,
  signal: AbortSignal,
): Promise<{ exitCode: number; oomKilled: boolean }> {
  await engine.http.send({ method: 'POST', path: ['containers', id, 'wait'], signal, deadlineMs: endDeadlineMs })
  const { State } = await engine.inspectContainer(id, { signal })
  if (State.Running) throw new RuntimeError('engine_refused', 'The Engine does not say how the container ended.')
  return { exitCode: State.ExitCode, oomKilled: State.OOMKilled ?? false }
}

export async function removeByName(host: Host, name: string): Promise<void> {
  const call = { signal: new AbortController().signal, deadlineMs: endDeadlineMs }
  const known = await findContainer(host, name, call)
  if (known === undefined) return
  await host.engine.removeContainer(known.Id, { ...call, force: true, volumes: true }).catch((error: unknown) => {
    if (!isStatus(error, 404, 409)) throw error
  })
}
