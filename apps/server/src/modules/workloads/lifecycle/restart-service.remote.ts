/**
 * Restarts the containers of one service, one after the other. Of several replicas, the one that restarts gets no requests
 * meanwhile, and the next one follows only when it is healthy.
 */
import type { Runtime } from '@longshore/remote/runtime'
import { isRunning } from '../containers/containers-in-order.remote.ts'

export interface ServiceRestart {
  /** Names of the containers of the service. */
  readonly containers: readonly string[]
  readonly graceSeconds: number
  /** Sends requests for the service only to these addresses. Undefined: it gets none from the proxy. */
  readonly sendTo: ((addresses: readonly string[]) => Promise<void>) | undefined
  waitUntilReady(slot: number): Promise<void>
  readonly signal: AbortSignal
}

type Containers = Pick<Runtime, 'inspectContainer' | 'stopContainer' | 'restartStopped'>

export async function restartContainers(runtime: Containers, restart: ServiceRestart): Promise<void> {
  const { containers, graceSeconds, sendTo, signal } = restart
  for (const [slot, name] of containers.entries()) {
    const others = await addressesOf(
      runtime,
      containers.filter((each) => each !== name),
      signal,
    )
    if (others.length > 0) await sendTo?.(others)
    await runtime.stopContainer(name, { signal, graceSeconds })
    await runtime.restartStopped(name, { signal })
    await restart.waitUntilReady(slot)
  }
}

async function addressesOf(runtime: Containers, names: readonly string[], signal: AbortSignal): Promise<string[]> {
  const states = await Promise.all(names.map((name) => runtime.inspectContainer(name, { signal })))
  return states.flatMap((state) =>
    state !== null && isRunning(state) && state.address !== null ? [state.address] : [],
  )
}
