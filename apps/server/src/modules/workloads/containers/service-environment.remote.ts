/** Builds the variables for the containers of each service. Values exist only in the worker's memory. */
import type { OrganizationId } from '../../../platform/database/database.ts'
import { brandId } from '../../../platform/ids/brand.ts'
import { Secret } from '../../../platform/secrets/secret.ts'
import { isDatabaseKind, type ServiceKind } from '../../environments/service-kinds.schemas.ts'
import type { ServiceConfiguration } from '../../environments/services.schemas.ts'
import { variablesOf } from '../databases/database-engines.remote.ts'
import type { WorkloadRecords } from '../workloads.context.ts'
import { type Hostnames, hostnameVariables } from './service-hostnames.policy.ts'

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
  const databases = await openDatabases(records, organizationId, frozen.services)
  const secrets = [...opened.values()].filter((each) => each.isSecret).map((each) => each.value)
  return {
    secrets: [...secrets, ...databases.secrets],
    of(service) {
      const values = new Map<string, string>(databases.variables)
      for (const [key, value] of hostnameVariables(service.name, frozen.hostnames ?? {})) values.set(key, value)
      if (service.configuration.port !== null) values.set('PORT', String(service.configuration.port))
      // A variable for one service takes precedence over one for all.
      for (const isOwn of [false, true])
        for (const { id, service: only } of frozen.variables) {
          const variable = opened.get(brandId<'var'>(id))
          if (variable === undefined || variable.scope === 'build') continue
          if (isOwn ? only === service.name : only === null) values.set(variable.key, variable.value.reveal())
        }
      return [...values].sort(([a], [b]) => (a < b ? -1 : 1))
    },
  }
}

async function openDatabases(
  records: Records,
  organizationId: OrganizationId,
  services: readonly EnvironmentService[],
): Promise<{ variables: (readonly [string, string])[]; secrets: Secret[] }> {
  const usual = new Map<string, string>()
  const own = new Map<string, string>()
  const secrets: Secret[] = []
  for (const { name, kind, serviceId } of services.filter((each) => isDatabaseKind(each.kind))) {
    const { password, ...login } = await records.openCredentials(organizationId, brandId<'svc'>(serviceId))
    const variables = variablesOf(name, kind, { ...login, host: name, password: password.reveal() })
    // DATABASE_URL belongs to the first database of any kind, because programs that read it support only one.
    for (const [key, value] of variables.usual) if (!usual.has(key)) usual.set(key, value)
    for (const [key, value] of variables.own) own.set(key, value)
    secrets.push(password, ...encodedForms(password.reveal()))
  }
  return { variables: [...usual, ...own], secrets }
}

/** Returns the password as it appears in a URL. */
function encodedForms(password: string): Secret[] {
  const encoded = encodeURIComponent(password)
  return encoded === password ? [] : [new Secret(encoded)]
}
