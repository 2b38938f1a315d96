/** Describes and starts a database of an environment, and waits until it accepts connections. */
import type { ContainerSpec, Runtime } from '@longshore/remote/runtime'
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { type DatabaseAccess, engineVersionOf } from '../../environments/index.ts'
import type { EnvironmentWork } from '../environment-work.context.ts'
import type { FrozenService } from '../release.schemas.ts'
import { databaseContainerName, labelNames, labelsOf, networkName, volumeName } from '../server-names.policy.ts'
import { engineOf } from './database-engines.remote.ts'

export const readyWithinMs = 120_000
const pauseMs = 500
const databasePids = 2_048
const stopGraceSeconds = 60

export interface DescribedDatabase {
  readonly organizationId: OrganizationId
  readonly environmentId: Id<'env'>
  readonly service: Pick<FrozenService, 'serviceId' | 'name' | 'kind' | 'configuration'>
  readonly access: DatabaseAccess
  /** Image by ID and by reference, which names the engine that wrote the data. */
  readonly image: string
  readonly reference: string
  /** The volume from `service_data`. */
  readonly volume: string
}

export function databaseContainer(database: DescribedDatabase): ContainerSpec {
  const { organizationId, environmentId, service, access, image, reference, volume } = database
  const { name, configuration } = service
  const id = service.serviceId
  const engine = engineOf(service.kind)
  const { memoryBytes, cpus, pids } = configuration.resources
  const labels = labelsOf({ organizationId, environmentId, service: { id, name }, role: 'database' })
  const { loopbackPort } = configuration
  return {
    name: databaseContainerName(id),
    labels: {
      ...labels,
      [labelNames.engine]: reference,
      ...(loopbackPort === null ? {} : { [labelNames.loopbackPort]: String(loopbackPort) }),
    },
    ...(loopbackPort === null ? {} : { publishes: { port: engine.port, loopbackPort } }),
    image,
    command: engine.command,
    environment: engine.environment(access),
    network: networkName(environmentId),
    aliases: [...new Set([name, ...configuration.aliases])],
    volumes: [
      {
        name: volumeName(id, volume),
        path: engine.volumePath(versionOf(reference) || (configuration.engineVersion ?? '')),
      },
    ],
    memoryBytes,
    cpus,
    pids: pids ?? databasePids,
    stopGraceSeconds,
    restart: 'always',
    capabilities: 'database',
  }
}

export function versionOf(reference: string): string {
  return engineVersionOf(reference) ?? ''
}

/** Returns null once it accepts connections, or else its last output. */
export async function waitUntilReady(
  { clock }: Pick<EnvironmentWork, 'clock'>,
  runtime: Runtime,
  {
    name,
    kind,
    access,
    signal,
  }: Pick<FrozenService, 'kind'> & { name: string; access: DatabaseAccess; signal: AbortSignal },
): Promise<{ said: string } | null> {
  const { readyCheck, saysReady = () => true } = engineOf(kind)
  const check = readyCheck(access)
  let said = ''
  for (const until = clock.now() + readyWithinMs; clock.now() < until; await clock.wait(pauseMs, signal)) {
    const state = await runtime.inspectContainer(name, { signal })
    if (state?.state !== 'running') continue
    // The container can end in between; then the next check notices.
    const answer = await runtime.execIn(name, check, { signal, deadlineMs: 10_000 }).catch(() => null)
    signal.throwIfAborted()
    if (answer?.exitCode === 0 && saysReady(answer.output)) return null
    said = answer?.output ?? said
  }
  return { said }
}
