/** Lists what was deleted, brings it back, and removes it permanently. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { decodeAnyId } from '../../platform/ids/type-id.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import { recordAudit } from '../audit/index.ts'
import { purgeItem } from './purge-item.action.ts'
import { restoreItem } from './restore-item.action.ts'
import { toTrashItem } from './trash.mapper.ts'
import { trashProblems } from './trash.problems.ts'
import {
  findTrashItem,
  listTrashItems,
  lockTrashItem,
  readForecast,
  readTrashSettings,
  saveRetention,
  type TrashRow,
} from './trash.repository.ts'
import type { PurgeQuery, RestoredTrash, TrashItem, TrashQuery, TrashSummary } from './trash.schemas.ts'
import type { TrashHandlers } from './trash-handlers.query.ts'
import { contentsOf, kindsOfTrash } from './trash-kinds.schemas.ts'

export interface TrashOptions {
  database: Database
  handlers: TrashHandlers
  /** Refuses tokens, and people who didn't sign in recently: a leaked token could otherwise destroy data for good. */
  requirePerson(actor: Actor): void
}

export type TrashService = ReturnType<typeof createTrashService>

export function createTrashService(options: TrashOptions) {
  const { database } = options
  return {
    async list({ organizationId, projectIds }: Actor, query: TrashQuery): Promise<Page<TrashItem>> {
      const { cursor: before, limit, kind, projectId, resourceId } = query
      const subjectId = resourceId === undefined ? undefined : decodeAnyId(resourceId)
      if (resourceId !== undefined && subjectId === undefined) return { items: [], nextCursor: null }
      const page = { before, limit, kind, projectId, projectIds, subjectId }
      const rows = await database.tenant(organizationId, (tx) => listTrashItems(tx, organizationId, page))
      return toPage(rows.map(toTrashItem), limit)
    },
    async get(actor: Actor, id: Id<'trs'>): Promise<TrashItem> {
      const { organizationId } = actor
      const row = await database.tenant(organizationId, (tx) => findTrashItem(tx, organizationId, id))
      return toTrashItem(requireVisible(actor, row))
    },
    async summary({ organizationId }: Actor): Promise<TrashSummary> {
      return await database.tenant(organizationId, async (tx) => await readSummary(tx, organizationId))
    },
    restore: (actor: Actor, id: Id<'trs'>): Promise<RestoredTrash> =>
      database.tenant(actor.organizationId, (tx) => restore(tx, actor, { id, options })),
    purge: (actor: Actor, id: Id<'trs'>, { force = false }: PurgeQuery): Promise<TrashItem> =>
      database.tenant(actor.organizationId, (tx) => purge(tx, actor, { id, isForced: force, options })),
    async setRetention(actor: Actor, days: number): Promise<TrashSummary> {
      const { organizationId } = actor
      return await database.tenant(organizationId, async (tx) => {
        const { retentionDays: before } = await readTrashSettings(tx, organizationId)
        // A shorter retention would let a token remove things sooner.
        if (days < before) options.requirePerson(actor)
        await saveRetention(tx, organizationId, days)
        const detail = { trashDays: days, before }
        const target = { targetKind: 'organization', targetId: organizationId }
        await recordAudit(tx, actor, { action: 'organization.updated', ...target, detail })
        return await readSummary(tx, organizationId)
      })
    },
  }
}

async function readSummary(tx: Tx, organizationId: Actor['organizationId']): Promise<TrashSummary> {
  const settings = await readTrashSettings(tx, organizationId)
  const forecast = await readForecast(tx, organizationId)
  return {
    ...settings,
    forecast: forecast.map((row) => ({
      serverId: row.server_id,
      items: row.items,
      keptBytes: row.kept_bytes,
      nextExpiry: row.next_expiry,
      nextExpiryBytes: row.next_expiry_bytes,
    })),
  }
}

async function restore(
  tx: Tx,
  actor: Actor,
  { id, options }: { id: Id<'trs'>; options: TrashOptions },
): Promise<RestoredTrash> {
  const { organizationId } = actor
  const item = requireVisible(actor, await lockTrashItem(tx, organizationId, id))
  const { permission } = kindsOfTrash[item.kind]
  if (!actor.permissions.has(permission))
    throw new AppError(platformProblems.forbidden, `This needs the permission ${permission}.`)
  options.handlers[item.kind]?.authorize?.(actor, item)
  if (item.status !== 'kept' || item.parent_id !== null) throw new AppError(trashProblems.trash_item_not_ready)
  const { dropped, announce } = await restoreItem(tx, organizationId, { item, handlers: options.handlers })
  const detail = { kind: item.kind, name: item.name }
  await recordAudit(tx, actor, { action: 'trash_item.restored', targetKind: 'trash_item', targetId: id, detail })
  await announce()
  return { item: toTrashItem(item), leftOut: contentsOf(item.kind, dropped) }
}

async function purge(
  tx: Tx,
  actor: Actor,
  { id, isForced, options }: { id: Id<'trs'>; isForced: boolean; options: TrashOptions },
): Promise<TrashItem> {
  options.requirePerson(actor)
  const { organizationId } = actor
  const item = requireVisible(actor, await lockTrashItem(tx, organizationId, id))
  if (item.status !== 'kept' || item.parent_id !== null) throw new AppError(trashProblems.trash_item_not_ready)
  const detail = { kind: item.kind, name: item.name }
  const finish = await purgeItem(tx, organizationId, { item, handlers: options.handlers, isForced })
  await recordAudit(tx, actor, { action: 'trash_item.purge_requested', targetKind: 'trash_item', targetId: id, detail })
  await finish()
  return { ...toTrashItem(item), status: 'purging' }
}

function requireVisible(actor: Actor, row: TrashRow | undefined): TrashRow {
  if (row === undefined) throw notFound()
  const isVisible = actor.projectIds === null || (row.project_id !== null && actor.projectIds.has(row.project_id))
  if (!isVisible) throw notFound()
  return row
}
