/** A container that runs to its end: release commands and cron jobs. */
import { isStatus } from '../docker/index.ts'
import type { ContainerSpec } from '../runtime/container-spec.ts'
import type { Call, OnOutput } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { abortFailure, Deadline } from '../ssh/index.ts'
import { createAndStart, findContainer, type Host } from './start-container.ts'

const defaultDeadlineMs = 30 * 60_000
const endDeadlineMs = 60_000
const allLines = 1_000_000_000

export async function runOnce(
  host: Host,
  spec: ContainerSpec,
  { signal, deadlineMs = defaultDeadlineMs, onOutput }: Call & { onOutput: OnOutput },
): Promise<{ exitCode: number; oomKilled: boolean }> {
  using deadline = new Deadline(deadlineMs, [signal])
  const call = { signal: deadline.signal }
  try {
    await removeByName(host, spec.name)
    const id = await createAndStart(host, { ...spec, restart: 'no' }, call)
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
    for await (const { stream, part } of host.engine.readLogs(id, { follow: true, tail: allLines, ...call }))
      await onOutput(decoders[stream].decode(part, { stream: true }), stream)
    return await readEnd(host, id, deadline.signal)
  } catch (error) {
    if (signal.aborted || !deadline.signal.aborted) throw error
    throw abortFailure(deadline.signal, 'command_timeout')
  } finally {
    // Not by the caller's signal: after an abort nothing of it may go on.
    await removeByName(host, spec.name)
  }
}

/** The log ends a moment before the Engine knows how the program ended. */
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
