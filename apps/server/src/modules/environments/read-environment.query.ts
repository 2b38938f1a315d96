/** Reads an environment with everything that belongs to it. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { requireServer } from '../servers/index.ts'
import { toEnvironment } from './environment.mapper.ts'
import type { EnvironmentDependencies } from './environment-dependencies.query.ts'
import { environmentProblems } from './environments.problems.ts'
import { type EnvironmentRow, findEnvironment, lockEnvironment } from './environments.repository.ts'
import type { Environment } from './environments.schemas.ts'
import { findPendingChanges } from './pending-changes.policy.ts'
import { FileConfiguration, type PendingChange } from './pending-changes.schemas.ts'
import { listServices, type ServiceRow } from './services.repository.ts'
import { ServiceConfiguration } from './services.schemas.ts'
import type { TunnelServer } from './tunnel.policy.ts'
import { isInBuilds } from './variable-key.policy.ts'
import { listVariables } from './variables.repository.ts'

/** Throws 404 when the environment doesn't exist. */
export async function requireEnvironment(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'env'>,
): Promise<EnvironmentRow> {
  const row = await findEnvironment(tx, organizationId, id)
  if (row === undefined) throw notFound()
  return row
}

/** Locks the environment for a change. Throws 409 when it is being deleted. */
export async function requireChangeableEnvironment(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'env'>,
): Promise<EnvironmentRow> {
  const row = await lockEnvironment(tx, organizationId, id)
  if (row === undefined) throw notFound()
  if (row.deletion_requested_at !== null) throw new AppError(environmentProblems.environment_being_deleted)
  return row
}

export async function readEnvironment(
  tx: Tx,
  organizationId: OrganizationId,
  { id, dependencies }: { id: Id<'env'>; dependencies: EnvironmentDependencies },
): Promise<Environment> {
  const row = await requireEnvironment(tx, organizationId, id)
  const services = await listServices(tx, organizationId, [id])
  const domains = await dependencies.domains(tx, organizationId, id)
  const pendingChanges = await readPendingChanges(tx, organizationId, { row, services, dependencies })
  const server = await readTunnelServer(tx, organizationId, row)
  const hasBackups = (await dependencies.hasBackups?.(tx, organizationId, id)) ?? false
  return toEnvironment(row, { services, server, domains, pendingChanges, hasBackups })
}

/** Returns the server of the live release, or else of the next one. */
export async function readTunnelServer(
  tx: Tx,
  organizationId: OrganizationId,
  row: EnvironmentRow,
): Promise<TunnelServer | null> {
  const id = row.live_server_id ?? row.server_id
  return id === null ? null : await requireServer(tx, organizationId, id)
}

export async function readPendingChanges(
  tx: Tx,
  organizationId: OrganizationId,
  {
    row,
    services,
    dependencies,
  }: { row: EnvironmentRow; services: ServiceRow[]; dependencies: EnvironmentDependencies },
): Promise<PendingChange[]> {
  const live = row.live_deployment_id === null ? null : await dependencies.liveRelease(tx, organizationId, row.id)
  const nameOf = new Map(services.map((service) => [service.id, service.name]))
  const variables = live === null ? [] : await listVariables(tx, organizationId, [row.id])
  const project = live === null ? undefined : await dependencies.project(tx, organizationId, row.project_id)
  return findPendingChanges(live, {
    branch: row.branch,
    isMoved: row.live_server_id !== null && row.server_id !== null && row.live_server_id !== row.server_id,
    services: services.map(({ name, kind, configuration }) => ({
      name,
      kind,
      configuration: ServiceConfiguration.parse(configuration),
    })),
    variables: variables.map((variable) => ({
      id: variable.id,
      key: variable.key,
      service: variable.service_id === null ? null : (nameOf.get(variable.service_id) ?? null),
      isBuildTime: isInBuilds(variable.scope),
    })),
    file: newestFile(row, project?.file ?? null),
  })
}

/** Returns the newer file content from the analysis or the last deployment. */
export function newestFile(row: EnvironmentRow, analyzed: FileConfiguration | null): FileConfiguration | null {
  const deployed = FileConfiguration.safeParse(row.file_configuration).data ?? null
  if (deployed === null || analyzed === null) return deployed ?? analyzed
  return Date.parse(analyzed.readAt) > Date.parse(deployed.readAt) ? analyzed : deployed
}
