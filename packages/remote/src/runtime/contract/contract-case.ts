/** The contract of every runtime, whether it is a server over SSH or one in memory. */
import type { ContainerSpec } from '../container-spec.ts'
import type { Call, NetworkPool, Runtime } from '../runtime.ts'

export interface ContractContext {
  readonly runtime: Runtime
  /** Id of an image whose containers run until they are stopped. */
  readonly image: string
  readonly pool: NetworkPool
  /** The same server as another instance sees it. */
  readonly stranger: Runtime
}

export interface ContractCase {
  readonly name: string
  run(context: ContractContext): Promise<void>
}

export const call: Call = { signal: new AbortController().signal }

let created = 0

/** Names and labels that no other case uses. */
export function freshNames(): { labels: Record<string, string>; network: string; container: string; volume: string } {
  created += 1
  const id = `contract${process.pid}x${created}`
  return {
    labels: { 'longshore.environment': id },
    network: `longshore-${id}`,
    container: `longshore-${id}-0`,
    volume: `longshore-${id}-data`,
  }
}

export function specOf(
  context: ContractContext,
  names: { labels: Record<string, string>; network: string; container: string },
  change: Partial<ContainerSpec> = {},
): ContainerSpec {
  return {
    name: names.container,
    labels: names.labels,
    image: context.image,
    command: null,
    environment: [['A', 'b']],
    network: names.network,
    aliases: ['web'],
    volumes: [],
    memoryBytes: null,
    cpus: null,
    pids: 64,
    stopGraceSeconds: 1,
    restart: 'always',
    ...change,
  }
}

/** Runs `work` with a network, and removes everything with its labels. */
export async function withNetwork(
  context: ContractContext,
  work: (names: ReturnType<typeof freshNames>) => Promise<void>,
): Promise<void> {
  const { runtime, pool } = context
  const names = freshNames()
  const { labels, network, volume } = names
  await runtime.ensureNetwork({ name: network, labels, pool }, call)
  try {
    await work(names)
  } finally {
    for (const { name } of await runtime.listContainers(labels, call)) await runtime.removeContainer(name, call)
    await runtime.removeVolume(volume, call)
    await runtime.removeNetwork(network, call)
  }
}
