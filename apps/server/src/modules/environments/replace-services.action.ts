/** Replaces the services of an environment in the caller's transaction, which has locked its row. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { recordAudit } from '../audit/index.ts'
import { deletedBy, keepInTrash } from '../trash/index.ts'
import { toService } from './environment.mapper.ts'
import type { EnvironmentDependencies } from './environment-dependencies.query.ts'
import { publishEnvironmentUpdated } from './environments.events.ts'
import { environmentProblems } from './environments.problems.ts'
import { type EnvironmentRow, updateEnvironment } from './environments.repository.ts'
import type { ConfiguredServices, ConfigureServices } from './environments.schemas.ts'
import { ownVolumes } from './own-volumes.policy.ts'
import { readPendingChanges, readTunnelServer } from './read-environment.query.ts'
import { newServiceCredential } from './service-credentials.crypto.ts'
import { insertServiceCredentials } from './service-credentials.repository.ts'
import { isDatabaseKind } from './service-kinds.schemas.ts'
import { insertServices, listServices, type ServiceRow, updateService } from './services.repository.ts'
import { ServiceConfiguration, type ServiceInput } from './services.schemas.ts'
import { listVariables, retireVariables } from './variables.repository.ts'

/** Checked by the caller: the names in `services` are unique, and each reference is in the list. */
export async function replaceServices(
  tx: Tx,
  actor: Actor,
  {
    row,
    body,
    ...options
  }: { row: EnvironmentRow; body: ConfigureServices; sealer: Sealer; dependencies: EnvironmentDependencies },
): Promise<void> {
  const { organizationId } = actor
  const before = await listServices(tx, organizationId, [row.id])
  const change = compare(before, body.services)
  requireDataRemovalAllowed(row, change.removed, body.removeData)
  const { dependencies, sealer } = options
  if (!body.skipFinalBackup) await keepFinalBackups(tx, actor, { row, removed: change.removed, dependencies })
  await removeServices(tx, actor, row, change.removed)
  for (const service of change.changed) await updateService(tx, organizationId, service)
  await addServices(tx, actor, { id: row.id, sealer, added: change.added })
  await updateEnvironment(tx, organizationId, { id: row.id })
  await announce(tx, actor, row, change)
}

export async function readConfiguredServices(
  tx: Tx,
  { organizationId }: Actor,
  { row, dependencies }: { row: EnvironmentRow; dependencies: EnvironmentDependencies },
): Promise<ConfiguredServices> {
  const services = await listServices(tx, organizationId, [row.id])
  const pendingChanges = await readPendingChanges(tx, organizationId, { row, services, dependencies })
  const server = await readTunnelServer(tx, organizationId, row)
  return { services: services.map((each) => toService(each, server)), pendingChanges, version: row.version }
}

interface Placed {
  service: ServiceInput
  position: number
}

function compare(before: readonly ServiceRow[], wanted: readonly ServiceInput[]) {
  // A database that becomes an app, or the reverse, is a different service, because the data doesn't carry over.
  const known = new Map(before.map((row) => [row.name, row]))
  const isKept = ({ name, kind }: ServiceInput) => {
    const row = known.get(name)
    return row !== undefined && (row.kind === kind || (!isDatabaseKind(row.kind) && !isDatabaseKind(kind)))
  }
  const placed: Placed[] = wanted.map((service, position) => ({ service, position }))
  const kept = new Set(wanted.filter(isKept).map(({ name }) => name))
  return {
    added: placed.filter(({ service }) => !kept.has(service.name)),
    changed: placed.flatMap(({ service: { name, kind, ...configuration }, position }) => {
      const row = kept.has(name) ? known.get(name) : undefined
      return row === undefined ? [] : [{ id: row.id, kind, configuration, position }]
    }),
    removed: before.filter(({ name }) => !kept.has(name)),
  }
}

/** Only a service that was deployed once can have data on a server. */
function requireDataRemovalAllowed(
  row: EnvironmentRow,
  removed: readonly ServiceRow[],
  mayGo: readonly string[],
): void {
  if (row.live_server_id === null) return
  const kept = removed.filter(
    ({ name, kind, configuration }) =>
      (isDatabaseKind(kind) || ownVolumes(ServiceConfiguration.parse(configuration)).length > 0) &&
      !mayGo.includes(name),
  )
  if (kept.length === 0) return
  const names = kept.map((service) => service.name).join(', ')
  throw new AppError(environmentProblems.service_has_data, `The list leaves out ${names}, which stores data.`)
}

/** A service that was deployed once leaves its last backup. */
async function keepFinalBackups(
  tx: Tx,
  { organizationId }: Actor,
  {
    row,
    removed,
    dependencies,
  }: { row: EnvironmentRow; removed: readonly ServiceRow[]; dependencies: EnvironmentDependencies },
): Promise<void> {
  if (row.live_server_id === null) return
  for (const { id: serviceId, kind, name } of removed) {
    if (!isDatabaseKind(kind)) continue
    const about = { environmentId: row.id, serviceId, now: new Date() }
    if ((await dependencies.keepFinalBackup?.(tx, organizationId, about)) === 'needed')
      throw new AppError(environmentProblems.final_backup_needed, `There's no backup of ${name} from the last hour.`)
  }
}

/** Their containers stop with the next deployment. Their volumes stay until the trash forgets them. */
async function removeServices(
  tx: Tx,
  actor: Actor,
  row: EnvironmentRow,
  removed: readonly ServiceRow[],
): Promise<void> {
  const { organizationId } = actor
  const variables = await listVariables(tx, organizationId, [row.id])
  for (const { id, name } of removed) {
    const variableIds = variables.filter((each) => each.service_id === id).map((each) => each.id)
    await retireVariables(tx, organizationId, variableIds)
    await keepInTrash(tx, organizationId, {
      ...{ kind: 'service', subjectId: id, name: `${row.name}/${name}`, facts: { variableIds } },
      ...{ projectId: row.project_id, environmentId: row.id, serverId: row.live_server_id },
      by: deletedBy(actor),
    })
  }
}

async function addServices(
  tx: Tx,
  { organizationId }: Actor,
  { id, sealer, added }: { id: Id<'env'>; sealer: Sealer; added: readonly Placed[] },
): Promise<void> {
  const rows = await insertServices(tx, organizationId, {
    environmentId: id,
    services: added.map(({ service: { name, kind, ...configuration }, position }) => ({
      id: newId('svc'),
      name,
      kind,
      configuration,
      position,
      ownedByFile: [],
    })),
  })
  const databases = rows.filter(({ kind }) => isDatabaseKind(kind))
  await insertServiceCredentials(
    tx,
    organizationId,
    await Promise.all(databases.map((service) => newServiceCredential(sealer, organizationId, service))),
  )
}

async function announce(tx: Tx, actor: Actor, row: EnvironmentRow, change: ReturnType<typeof compare>): Promise<void> {
  await recordAudit(tx, actor, {
    action: 'environment.services_configured',
    targetKind: 'environment',
    targetId: row.id,
    detail: {
      added: change.added.map(({ service }) => service.name),
      removed: change.removed.map((service) => service.name),
      services: change.added.length + change.changed.length,
    },
  })
  await publishEnvironmentUpdated(tx, actor.organizationId, {
    id: row.id,
    projectId: row.project_id,
    action: 'services_configured',
  })
}
