/** The runtime of one server, put together of its parts. It owns nothing: the connection belongs to the pool. */
import { createContainerRuntime } from '../containers/index.ts'
import { createImageRuntime, type ImageRuntimeOptions } from '../images/index.ts'
import { createProxyRuntime, type ProxyRuntimeOptions } from '../proxy/index.ts'
import type { ServerConnection } from '../ssh/index.ts'
import { readRuntimeFacts } from './read-runtime-facts.ts'
import type { DataRuntime, Runtime } from './runtime.ts'

export type RuntimeOptions = ImageRuntimeOptions & ProxyRuntimeOptions

export function createRuntime(connection: ServerConnection, options: RuntimeOptions): Runtime & DataRuntime {
  return {
    ...createContainerRuntime(connection, options),
    ...createImageRuntime(connection, options),
    // It stands where the traffic comes from, so it also asks containers for us.
    ...createProxyRuntime(connection, options),
    facts: (call) => readRuntimeFacts(connection, call),
  }
}
