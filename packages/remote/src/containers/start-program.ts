/**
 * The container of a program that runs once: release commands, cron jobs, and one-off commands. It is started at most
 * once. After its start was recorded, it is only adopted: a running one is left running, and a finished one keeps its
 * log and exit code until it is removed.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { toRuntimeError } from '../docker/engine-failure.ts'
import type { ContainerDetails } from '../docker/index.ts'
import type { ContainerSpec, ContainerState } from '../runtime/container-spec.ts'
import type { Call, ProgramCall } from '../runtime/runtime.ts'
import { putFiles } from './container-files.ts'
import { toContainerState } from './container-state.ts'
import {
  createAndStart,
  findContainer,
  type Host,
  hasStarted,
  readState,
  retryWhileNameIsTaken,
} from './start-container.ts'

/** After this time, a start that a worker sent before it died is complete. */
const startInFlightMs = 5_000
const pollEveryMs = 500

/** Starts a program whose start wasn't recorded yet. */
export async function startProgram(
  host: Host,
  spec: ContainerSpec,
  { onCreated, ...call }: ProgramCall,
): Promise<ContainerState> {
  return await retryWhileNameIsTaken(call.signal, async () => {
    const known = await findContainer(host, spec.name, call)
    if (known === undefined) {
      const once: ContainerSpec = { ...spec, restart: 'no' }
      return await readState(host, await createAndStart(host, once, { ...call, beforeStart: () => onCreated() }), call)
    }
    // A worker left this container when it died before it could record the start, or before its files were there.
    if (!hasStarted(known)) await putFiles(host.engine, known.Id, spec, call)
    await onCreated()
    return await startKnown(host, known, call)
  })
}

/** Adopts a program whose start was recorded; null when its container was removed. */
export async function adoptProgram(host: Host, name: string, call: Call): Promise<ContainerState | null> {
  const known = await findSettled(host, name, call)
  return known === undefined ? null : await startKnown(host, known, call)
}

async function startKnown(host: Host, known: ContainerDetails, call: Call): Promise<ContainerState> {
  if (hasStarted(known)) return toContainerState(known)
  try {
    await host.engine.startContainer(known.Id, call)
  } catch (error) {
    throw toRuntimeError(error, 'container_start_failed')
  }
  return await readState(host, known.Id, call)
}

/** A container that seems never to have been started can be about to start: wait a moment. */
async function findSettled(host: Host, name: string, call: Call): Promise<ContainerDetails | undefined> {
  for (const until = performance.now() + startInFlightMs; ; ) {
    const known = await findContainer(host, name, call)
    if (known === undefined || hasStarted(known) || performance.now() >= until) return known
    await delay(pollEveryMs, undefined, { signal: call.signal })
  }
}
