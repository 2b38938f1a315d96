/** Builds the variables for the containers of each service. Values exist only in the worker's memory. */
import type { OrganizationId } from '../../../platform/database/database.ts'
import { brandId } from '../../../platform/ids/brand.ts'
import { Secret } from '../../../platform/secrets/secret.ts'
import { type ContainerDatabase, containerVariables, type Hostnames } from '../../environments/index.ts'
import { isDatabaseKind, type ServiceKind } from '../../environments/service-kinds.schemas.ts'
import type { ServiceConfiguration } from '../../environments/services.schemas.ts'
import type { WorkloadRecords } from '../workloads.context.ts'

interface EnvironmentService {
  readonly serviceId: string
  readonly name: string
  readonly kind: ServiceKind
  readonly configuration: Pick<ServiceConfiguration, 'port'>
}

export interface ServiceEnvironments {
  /** Sorted by key, so the same values give the same container. */
  of(service: EnvironmentService): (readonly [key: string, value: string])[]
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
  },
): Promise<ServiceEnvironments> {
  const ids = frozen.variables.map(({ id }) => brandId<'var'>(id))
  const opened = await records.openVariables(organizationId, ids)
  const { databases, secrets } = await openDatabases(records, organizationId, frozen.services)
  const variables = frozen.variables.flatMap(({ id, service }) => {
    const variable = opened.get(brandId<'var'>(id))
    if (variable === undefined) return []
    const { key, value, isSecret, scope = 'runtime' } = variable
    return [{ key, value: value.reveal(), isSecret, scope, service }]
  })
  const inputs = { databases, variables, hostnames: frozen.hostnames ?? {} }
  return {
    secrets: [...[...opened.values()].filter((each) => each.isSecret).map((each) => each.value), ...secrets],
    of({ name, configuration: { port } }) {
      return containerVariables({ name, port }, inputs).map(({ key, value }) => [key, value] as const)
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
