/**
 * A server's runtime for a drill. Containers reach each other and nothing else, publish no port, get no part of the
 * server, and have limits, so that a drill changes nothing outside of it.
 */
import type { ContainerSpec, Runtime } from '@longshore/remote/runtime'
import type { Id } from '../../../../platform/ids/brand.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { labelNames } from '../../../workloads/worker.ts'

const defaultMemoryBytes = 1 << 30
const defaultCpus = 1

export function isolate(runtime: Runtime, drillId: Id<'drl'>): Runtime {
  const mark = { [labelNames.drill]: encodeId('drl', drillId) }
  return {
    ...runtime,
    ensureNetwork: ({ labels, ...network }, call) =>
      runtime.ensureNetwork({ ...network, labels: { ...labels, ...mark }, isInternal: true }, call),
    startContainer: (spec, call) => runtime.startContainer(isolatedContainer(spec, mark), call),
  }
}

export function isolatedContainer(spec: ContainerSpec, mark: Readonly<Record<string, string>>): ContainerSpec {
  const { publishes: _port, grants: _grants, ...rest } = spec
  return {
    ...rest,
    labels: { ...spec.labels, ...mark },
    memoryBytes: spec.memoryBytes ?? defaultMemoryBytes,
    cpus: spec.cpus ?? defaultCpus,
  }
}
