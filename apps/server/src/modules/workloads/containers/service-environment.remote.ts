/** Builds the variables and files for the containers of each service. Values exist only in the worker's memory. */
import type { ContainerFile } from '@longshore/remote/runtime'
import type { OrganizationId } from '../../../platform/database/database.ts'
import { brandId } from '../../../platform/ids/brand.ts'
import { Secret } from '../../../platform/secrets/secret.ts'
import {
  type ContainerDatabase,
  type ContainerInputs,
  containerVariables,
  type Hostnames,
  inEnvironment,
  type PublicUrl,
} from '../../environments/index.ts'
import { isDatabaseKind, type ServiceKind } from '../../environments/service-kinds.schemas.ts'
import type { ServiceConfiguration } from '../../environments/services.schemas.ts'
import type { WorkloadRecords } from '../workloads.context.ts'
import { toContainerFile } from './container-files.mapper.ts'

interface EnvironmentService {
  readonly serviceId: string
  readonly name: string
  readonly kind: ServiceKind
}

interface ContainedService extends Pick<EnvironmentService, 'name'> {
  readonly configuration: Pick<ServiceConfiguration, 'port' | 'files'>
  readonly texts: Readonly<Record<string, string>>
}

/** The variables and files that a container gets. */
export interface ServiceContents {
  /** Sorted by key, so the same values give the same container. */
  readonly environment: (readonly [key: string, value: string])[]
  readonly files: ContainerFile[]
}

export interface ServiceEnvironments {
  of(service: ContainedService): ServiceContents
  /** Everything from which the variables are made, with secret values. */
  readonly inputs: ContainerInputs
  /** Secrets to mask in everything that is shown. */
  readonly secrets: readonly Secret[]
}

type Records = Pick<WorkloadRecords, 'openVariables' | 'openCredentials'>

export async function openEnvironments(
  records: Records,
  organizationId: OrganizationId,
  frozen: {
    readonly services: readonly EnvironmentService[]
    readonly variables: readonly { readonly id: string; readonly key: string; readonly service: string | null }[]
    readonly hostnames?: Hostnames
    readonly urls?: readonly PublicUrl[]
  },
): Promise<ServiceEnvironments> {
  const ids = frozen.variables.map(({ id }) => brandId<'var'>(id))
  const opened = await records.openVariables(organizationId, ids)
  const { databases, secrets } = await openDatabases(records, organizationId, frozen.services)
  const variables = frozen.variables.flatMap(({ id, service }) => {
    const variable = opened.get(brandId<'var'>(id))
    if (variable === undefined) return []
    const { key, value, isSecret, scope = 'runtime', expand = false } = variable
    return [{ key, value: value.reveal(), isSecret, scope, expand, service }]
  })
  const inputs = { databases, variables, hostnames: frozen.hostnames ?? {}, urls: frozen.urls ?? [] }
  return {
    inputs,
    secrets: [...[...opened.values()].filter((each) => each.isSecret).map((each) => each.value), ...secrets],
    of({ name, configuration: { port, files }, texts }) {
      const found = containerVariables({ name, port }, inputs)
      const values = new Map(found.map(({ key, value }) => [key, value]))
      const environment = inEnvironment(found, files).map(({ key, value }) => [key, value] as const)
      return { environment, files: files.map((file) => toContainerFile(file, { values, texts })) }
    },
  }
}

async function openDatabases(
  records: Records,
  organizationId: OrganizationId,
  services: readonly EnvironmentService[],
): Promise<{ databases: ContainerDatabase[]; secrets: Secret[] }> {
  const databases: ContainerDatabase[] = []
  const secrets: Secret[] = []
  for (const { name, kind, serviceId } of services) {
    if (!isDatabaseKind(kind)) continue
    const { password, ...login } = await records.openCredentials(organizationId, brandId<'svc'>(serviceId))
    databases.push({ serviceId: brandId<'svc'>(serviceId), name, kind, ...login, password: password.reveal() })
    secrets.push(password, ...encodedForms(password.reveal()))
  }
  return { databases, secrets }
}

/** Returns the password as it appears in a URL. */
function encodedForms(password: string): Secret[] {
  const encoded = encodeURIComponent(password)
  return encoded === password ? [] : [new Secret(encoded)]
}
