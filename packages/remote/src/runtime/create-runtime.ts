/** Assembles the runtime of one server. It owns nothing: the connection belongs to the pool. */
import { type ContainerRuntimeOptions, createContainerRuntime } from '../containers/index.ts'
import { createImageRuntime, type ImageRuntimeOptions } from '../images/index.ts'
import { createProxyRuntime, type ProxyRuntimeOptions } from '../proxy/index.ts'
import type { ServerConnection } from '../ssh/index.ts'
import { readRuntimeFacts } from './read-runtime-facts.ts'
import type { DataRuntime, Runtime } from './runtime.ts'

export type RuntimeOptions = ContainerRuntimeOptions & ImageRuntimeOptions & ProxyRuntimeOptions

export function createRuntime(connection: ServerConnection, options: RuntimeOptions): Runtime & DataRuntime {
  return {
    ...createContainerRuntime(connection, options),
    ...createImageRuntime(connection, options),
    // The proxy is where the traffic arrives, so it also sends health checks to containers.
    ...createProxyRuntime(connection, options),
    facts: (call) => readRuntimeFacts(connection, call),
  }
}
