/** The runtime of one server, put together of its parts. It owns nothing: the connection belongs to the pool. */
import { createContainerRuntime } from '../containers/index.ts'
import type { ServerConnection } from '../ssh/index.ts'
import { readRuntimeFacts } from './read-runtime-facts.ts'
import type { Call, ImageRuntime, Probe, ProbeResult, ProxyRuntime, Runtime } from './runtime.ts'

export interface RuntimeParts {
  /** On everything that this installation makes on a server. */
  readonly instance: string
  readonly images: (connection: ServerConnection) => ImageRuntime
  /** The proxy's program also asks containers for us, since it stands where the traffic comes from. */
  readonly proxy: (connection: ServerConnection) => ProxyRuntime & {
    probe(probe: Probe, call: Call): Promise<ProbeResult>
  }
}

export function createRuntime(connection: ServerConnection, { instance, images, proxy }: RuntimeParts): Runtime {
  return {
    ...createContainerRuntime(connection, { instance }),
    ...images(connection),
    ...proxy(connection),
    facts: (call) => readRuntimeFacts(connection, call),
  }
}
