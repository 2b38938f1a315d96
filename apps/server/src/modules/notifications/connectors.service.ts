/** Manages connectors. Their configuration is sealed immediately; only the worker can open it. */
import type { Actor } from '../../platform/access/actor.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { type Page, type PageQuery, toPage } from '../../platform/pagination/page.schemas.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { type AuditVerb, recordAudit } from '../audit/index.ts'
import { importantEvents } from '../notices/index.ts'
import { organizationEvents } from '../notices/notice-events.schemas.ts'
import { requireQuota } from '../organizations/index.ts'
import { deletedBy, keepInTrash } from '../trash/index.ts'
import { toConnector } from './connector.mapper.ts'
import {
  type ConnectorRow,
  countConnectors,
  findConnector,
  insertConnector,
  listConnectors,
  lockConnector,
  updateConnector,
} from './connectors.repository.ts'
import type { Connector, CreateConnector, CreatedConnector, UpdateConnector } from './connectors.schemas.ts'
import { listLastDeliveries, wakeDelivery } from './deliveries.repository.ts'
import { maskConfig } from './kinds/show-delivery.policy.ts'
import { publishConnectorUpdated } from './notifications.events.ts'
import { notificationProblems } from './notifications.problems.ts'
import { parseConfig } from './parse-config.policy.ts'
import { connectorConfiguration } from './sealed-columns.crypto.ts'
import { addKey } from './webhook-keys.service.ts'

export interface ConnectorsService {
  list(actor: Actor, query: PageQuery): Promise<Page<Connector>>
  get(actor: Actor, id: Id<'ntc'>): Promise<Connector>
  create(actor: Actor, body: CreateConnector): Promise<CreatedConnector>
  update(actor: Actor, id: Id<'ntc'>, body: UpdateConnector): Promise<Connector>
  remove(actor: Actor, id: Id<'ntc'>): Promise<void>
}

export interface ConnectorsOptions {
  database: Database
  sealer: Sealer
}

/** By default, a connector gets the events that need attention. */
const defaultEvents = organizationEvents.filter((event) => importantEvents.includes(event))

export function createConnectorsService(options: ConnectorsOptions): ConnectorsService {
  const { database } = options
  return {
    list: ({ organizationId }, { cursor, limit }) =>
      database.tenant(organizationId, async (tx) => {
        const rows = await listConnectors(tx, organizationId, { before: cursor, limit })
        return toPage(await withLast(tx, organizationId, rows), limit)
      }),
    get: ({ organizationId }, id) =>
      database.tenant(organizationId, async (tx) => {
        const row = await findConnector(tx, organizationId, id)
        if (row === undefined) throw notFound()
        return await readOne(tx, organizationId, row)
      }),
    create: (actor, body) => create(options, actor, body),
    update: (actor, id, body) => update(options, actor, { id, body }),
    remove: (actor, id) =>
      database.tenant(actor.organizationId, async (tx) => {
        const row = await requireLocked(tx, actor.organizationId, id)
        requireVersion(actor, row.version)
        const about = { kind: 'connector', subjectId: id, name: row.name } as const
        await keepInTrash(tx, actor.organizationId, { ...about, by: deletedBy(actor) })
        await announce(tx, actor, row, 'removed')
      }),
  }
}

async function create(
  { database, sealer }: ConnectorsOptions,
  actor: Actor,
  body: CreateConnector,
): Promise<CreatedConnector> {
  const { organizationId } = actor
  const { kind, name, config, minSeverity } = body
  return await createOnce(database, actor, async (tx) => {
    const count = () => countConnectors(tx, organizationId)
    await requireQuota(tx, organizationId, { name: 'connectors', count })
    const id = newId('ntc')
    const row = await insertConnector(tx, organizationId, {
      id,
      kind,
      name,
      configuration: maskConfig(kind, config),
      sealedConfiguration: await sealConfig(sealer, { id, organizationId, config }),
      events: [...new Set(body.events ?? defaultEvents)],
      projectEvents: [...new Set(body.projectEvents)],
      minSeverity,
    })
    if (row === undefined) throw new AppError(notificationProblems.connector_name_taken)
    const secret = kind === 'webhook' ? await addKey(tx, organizationId, { sealer, connectorId: id }) : null
    await announce(tx, actor, row, 'created')
    return { ...toConnector(row, undefined), secret }
  })
}

async function update(
  { database, sealer }: ConnectorsOptions,
  actor: Actor,
  { id, body }: { id: Id<'ntc'>; body: UpdateConnector },
): Promise<Connector> {
  const { organizationId } = actor
  return await database.tenant(organizationId, async (tx) => {
    const known = await requireLocked(tx, organizationId, id)
    requireVersion(actor, known.version)
    const config = body.config === undefined ? undefined : parseConfig(known.kind, body.config)
    const row = await updateConnector(tx, organizationId, {
      id,
      name: body.name ?? known.name,
      configuration: config === undefined ? known.configuration : maskConfig(known.kind, config),
      sealedConfiguration:
        config === undefined ? known.sealed_configuration : await sealConfig(sealer, { id, organizationId, config }),
      events: [...new Set(body.events ?? known.events)],
      projectEvents: [...new Set(body.projectEvents ?? known.project_events)],
      minSeverity: body.minSeverity ?? known.min_severity,
      isEnabled: body.enabled ?? known.status !== 'disabled',
    })
    if (row === undefined) throw new AppError(notificationProblems.connector_name_taken)
    await wakeDelivery(tx, organizationId)
    const connector = await readOne(tx, organizationId, row)
    await announce(tx, actor, row, 'updated')
    return connector
  })
}

async function sealConfig(
  sealer: Sealer,
  { id, organizationId, config }: { id: Id<'ntc'>; organizationId: OrganizationId; config: unknown },
): Promise<string> {
  const context = contextOf(connectorConfiguration, id, organizationId)
  return await sealer.seal(context, new Secret(JSON.stringify(config)))
}

export async function requireLocked(tx: Tx, organizationId: OrganizationId, id: Id<'ntc'>): Promise<ConnectorRow> {
  const row = await lockConnector(tx, organizationId, id)
  if (row === undefined) throw notFound()
  return row
}

async function readOne(tx: Tx, organizationId: OrganizationId, row: ConnectorRow): Promise<Connector> {
  const last = await listLastDeliveries(tx, organizationId, [row.id])
  return toConnector(row, last.get(row.id))
}

async function withLast(tx: Tx, organizationId: OrganizationId, rows: readonly ConnectorRow[]): Promise<Connector[]> {
  const ids = rows.map(({ id }) => id)
  const last = await listLastDeliveries(tx, organizationId, ids)
  return rows.map((row) => toConnector(row, last.get(row.id)))
}

/** Publishes an event, so call it last. */
async function announce(tx: Tx, actor: Actor, row: ConnectorRow, action: AuditVerb<'connector'>): Promise<void> {
  await recordAudit(tx, actor, {
    action: `connector.${action}`,
    targetKind: 'connector',
    targetId: row.id,
    detail: { name: row.name, kind: row.kind },
  })
  await publishConnectorUpdated(tx, actor.organizationId, { id: row.id, action })
}
