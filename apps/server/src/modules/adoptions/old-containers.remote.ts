/**
 * Stops and starts the old containers of an adopted stack. Repeating it has no further effect: containers are named by
 * the ids that the plan froze, and their restart policies come from there.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { RuntimeError } from '@longshore/remote/runtime'
import type { ForeignStacks } from '@longshore/remote/stacks'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import type { FrozenStack } from './frozen-stack.schemas.ts'
import { isSameData } from './running-stack.policy.ts'

const portTries = 20
const portPauseMs = 500

/** Throws if a container was recreated or removed since the plan. */
export async function requireUnchanged(stacks: ForeignStacks, stack: FrozenStack, signal: AbortSignal): Promise<void> {
  for (const { id, service } of stack.containers) {
    if ((await stacks.inspect(id, { signal })) !== null) continue
    throw new PermanentError('adoption_changed', `The container of ${service} was recreated or removed.`)
  }
}

/** Throws if another running container can write to the data. A copy of it could be torn. */
export async function requireNoWriters(stacks: ForeignStacks, stack: FrozenStack, signal: AbortSignal): Promise<void> {
  const own = new Set(stack.containers.map(({ id }) => id))
  for (const { id, sources } of await stacks.listWriters({ signal })) {
    if (own.has(id)) continue
    const shared = stack.data.find(({ source }) => sources.some((each) => isSameData(each, source)))
    if (shared === undefined) continue
    const text = `The container ${id.slice(0, 12)} isn't part of the adoption and can write to ${shared.source}.`
    throw new PermanentError('adoption_data_shared', text)
  }
}

/** Stops containers before those that they depend on. Docker doesn't start them again when the server restarts. */
export async function stopOld(stacks: ForeignStacks, { containers }: FrozenStack, signal: AbortSignal): Promise<void> {
  for (const { id, graceSeconds } of containers.toReversed()) {
    await stacks.setRestart(id, { name: 'no', retries: 0 }, { signal })
    await stacks.stop(id, { signal, graceSeconds })
  }
}

/** With the restart policies that they had. A container that was removed meanwhile is skipped and returned. */
export async function startOld(stacks: ForeignStacks, stack: FrozenStack, signal: AbortSignal): Promise<string[]> {
  const gone: string[] = []
  if (stack.holdsProxyPorts) await stacks.stopOwnProxy({ signal })
  for (const { id, service, restart } of stack.containers) {
    if ((await stacks.inspect(id, { signal })) === null) gone.push(service)
    else {
      await startOne(stacks, stack, { id, signal })
      await stacks.setRestart(id, restart, { signal })
    }
  }
  return gone
}

/** A check of the server can start our proxy between its removal and the start of the old one. */
async function startOne(
  stacks: ForeignStacks,
  { holdsProxyPorts }: FrozenStack,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await stacks.start(id, { signal })
    } catch (error) {
      const isTaken = error instanceof RuntimeError && error.code === 'port_conflict'
      if (!isTaken || tries === portTries) throw error
    }
    if (holdsProxyPorts) await stacks.stopOwnProxy({ signal })
    await delay(portPauseMs, undefined, { signal })
  }
}
