/** Reads which variables the containers of the next deployment get. Secret values stay sealed. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import {
  type ContainerInputs,
  containerVariables,
  inEnvironment,
  type VariableSource,
} from './container-variables.policy.ts'
import type { ContainerVariable, VariableSource as ShownSource } from './container-variables.schemas.ts'
import { effectiveConfiguration } from './effective-configuration.policy.ts'
import type { EnvironmentDependencies } from './environment-dependencies.query.ts'
import type { EnvironmentRow } from './environments.repository.ts'
import { newestFile } from './read-environment.query.ts'
import { findServiceCredential } from './service-credentials.repository.ts'
import { hostnamesByService, publicUrls, servedHostnames } from './service-hostnames.policy.ts'
import { isDatabaseKind } from './service-kinds.schemas.ts'
import { listServices, type ServiceRow } from './services.repository.ts'
import { ServiceConfiguration } from './services.schemas.ts'
import { listVariables } from './variables.repository.ts'

/** All values in one response together have at most this size. */
const maxListedBytes = 8 << 20

interface Wanted {
  row: EnvironmentRow
  dependencies: EnvironmentDependencies
  showsValues: boolean
}

export async function readContainerVariables(
  tx: Tx,
  organizationId: OrganizationId,
  { row, dependencies, showsValues }: Wanted,
): Promise<ContainerVariable[]> {
  const services = await listServices(tx, organizationId, [row.id])
  const project = await dependencies.project(tx, organizationId, row.project_id)
  const file = newestFile(row, project?.file ?? null)
  const domains = await dependencies.domains(tx, organizationId, row.id)
  const attached = servedHostnames(domains, ({ settings }) => settings?.redirectsTo != null)
  const inputs = {
    databases: await readDatabases(tx, organizationId, services),
    variables: await readSetVariables(tx, organizationId, { row, services }),
    hostnames: hostnamesByService(attached),
    urls: publicUrls(attached),
  }
  let left = maxListedBytes
  const shown = ({ isSecret, value }: { isSecret: boolean; value: string }) => {
    if (isSecret || !showsValues) return null
    left -= Buffer.byteLength(value)
    return left < 0 ? null : value
  }
  return services
    .filter(({ kind }) => !isDatabaseKind(kind))
    .flatMap(({ name, configuration }) => {
      const { port, files } = effectiveConfiguration(ServiceConfiguration.parse(configuration), file?.services[name])
      return inEnvironment(containerVariables({ name, port }, inputs), files).map((variable) => ({
        service: name,
        key: variable.key,
        value: shown(variable),
        secret: variable.isSecret,
        source: toSource(variable.source),
        replaces: variable.replaces === null ? null : toSource(variable.replaces),
      }))
    })
}

/** Passwords are sealed here, and values that contain them aren't shown. */
const hiddenPassword = ''

async function readDatabases(
  tx: Tx,
  organizationId: OrganizationId,
  services: readonly ServiceRow[],
): Promise<ContainerInputs['databases']> {
  const found: ContainerInputs['databases'][number][] = []
  for (const { id, name, kind } of services) {
    if (!isDatabaseKind(kind)) continue
    const credential = await findServiceCredential(tx, organizationId, id)
    if (credential === undefined) continue
    const { username, databaseName } = credential
    found.push({ serviceId: id, name, kind, username, databaseName, password: hiddenPassword })
  }
  return found
}

async function readSetVariables(
  tx: Tx,
  organizationId: OrganizationId,
  { row, services }: { row: EnvironmentRow; services: readonly ServiceRow[] },
): Promise<ContainerInputs['variables']> {
  const nameOf = new Map(services.map((service) => [service.id, service.name]))
  const rows = await listVariables(tx, organizationId, [row.id])
  return rows.map(({ key, value, scope, expand, is_secret: isSecret, service_id: serviceId }) => ({
    key,
    value: value ?? '',
    isSecret,
    scope,
    expand,
    service: serviceId === null ? null : (nameOf.get(serviceId) ?? null),
  }))
}

function toSource(source: VariableSource): ShownSource {
  if (source.kind === 'database') return { kind: 'database', service: source.service, serviceId: source.serviceId }
  return { kind: source.kind, service: source.kind === 'variable' ? source.service : null, serviceId: null }
}
