/** Selects the containers of services from everything on a server, for each environment. Pure. */
import type { ContainerState } from '@longshore/remote/runtime'
import type { Id } from '../../../platform/ids/brand.ts'
import { decodeId } from '../../../platform/ids/type-id.ts'
import { type ContainerRole, labelNames } from '../server-names.policy.ts'
import type { StoredInstance } from './observations.schemas.ts'

const shownRoles: ReadonlySet<string> = new Set<ContainerRole>(['app', 'database'])
/** A server reports what runs on it, and may lie. */
const maxInstances = 500

export function observedInstances(containers: readonly ContainerState[]): Map<Id<'env'>, StoredInstance[]> {
  const found = new Map<Id<'env'>, StoredInstance[]>()
  for (const container of containers) {
    const environmentId = decodeId('env', container.labels[labelNames.environment] ?? '')
    const instance = toInstance(container)
    if (environmentId === undefined || instance === undefined) continue
    const known = found.get(environmentId) ?? []
    if (known.length < maxInstances) found.set(environmentId, [...known, instance])
  }
  for (const instances of found.values())
    instances.sort(
      (a, b) => a.serviceId.localeCompare(b.serviceId) || a.slot - b.slot || (a.container < b.container ? -1 : 1),
    )
  return found
}

function toInstance({ name, labels, ...state }: ContainerState): StoredInstance | undefined {
  const serviceId = decodeId('svc', labels[labelNames.serviceId] ?? '')
  if (serviceId === undefined || !shownRoles.has(labels[labelNames.role] ?? '')) return undefined
  const slot = Number(labels[labelNames.slot] ?? 0)
  return {
    serviceId,
    slot: Number.isInteger(slot) && slot >= 0 && slot < 1_000 ? slot : 0,
    container: name.slice(0, 200),
    deploymentId: decodeId('dep', labels[labelNames.deployment] ?? '') ?? null,
    state: state.state,
    health: state.health ?? null,
    startedAt: state.startedAt?.toISOString() ?? null,
    restarts: state.restartCount,
    exitCode: state.state === 'running' ? null : state.exitCode,
    outOfMemory: state.oomKilled,
  }
}
