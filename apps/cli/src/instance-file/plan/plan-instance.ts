/** Compares a file with the instance and lists what has to change. */
import type { Client } from '@longshore/sdk'
import { createFileNames } from '../file-names.ts'
import type { InstanceFile } from '../instance-file.ts'
import type { Instance } from '../read-instance.ts'
import type { Secrets } from '../secrets.ts'
import { toInstanceFile } from '../to-file.ts'
import { planConnections } from './plan-connections.ts'
import { planOrganization } from './plan-organization.ts'
import { planProjects } from './plan-projects.ts'
import { planShared } from './plan-shared.ts'
import { type PlanItem, type Planner, type PlanOptions, phases } from './planner.ts'

export interface Plan {
  readonly items: readonly PlanItem[]
  readonly unchanged: number
  readonly missingSecrets: readonly string[]
  readonly leftOutSecrets: readonly string[]
  /** Pruning doesn't delete a hostname that an environment has. */
  readonly attachedHostnames: ReadonlySet<string>
}

interface PlanRequest {
  readonly client: Client
  /** Normalized. */
  readonly file: InstanceFile
  readonly instance: Instance
  readonly secrets: Secrets
  readonly options: PlanOptions
}

export function planInstance({ client, file, instance, secrets, options }: PlanRequest): Plan {
  const planner: Planner = {
    client,
    instance,
    names: createFileNames(instance),
    current: toInstanceFile(instance),
    secrets,
    options,
    items: [],
    missingSecrets: new Set(),
    leftOutSecrets: new Set(),
    serverIds: new Map(instance.servers.map(({ name, id }) => [name, id])),
    unchanged: 0,
  }
  planOrganization(planner, file)
  planConnections(planner, file)
  planShared(planner, file)
  planProjects(planner, file)
  const order = (item: PlanItem) => phases.indexOf(item.phase)
  const kept = planner.items
    .filter(({ phase }) => phase !== 'deletions')
    .sort((one, other) => order(one) - order(other))
  // Dependent entries are planned after the ones they need, so they are deleted first.
  const deleted = planner.items.filter(({ phase }) => phase === 'deletions').reverse()
  const attached = instance.domains.filter(({ environmentId }) => environmentId !== null)
  return {
    items: [...kept, ...deleted],
    unchanged: planner.unchanged,
    missingSecrets: [...planner.missingSecrets],
    leftOutSecrets: [...planner.leftOutSecrets],
    attachedHostnames: new Set(attached.map(({ hostname }) => hostname)),
  }
}
