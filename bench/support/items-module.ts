/**
 * A typical resource of the API, to measure the cost of the layers: a list, and a create with audit, outbox, and event
 * in one transaction. Its table exists only in the benchmark's database.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../apps/server/src/testing/internals/access.ts'
import { recordAudit } from '../../apps/server/src/testing/internals/audit.ts'
import type { Database, OrganizationId, Tx } from '../../apps/server/src/testing/internals/database.ts'
import { declareWorkflow, startRun } from '../../apps/server/src/testing/internals/durable.ts'
import type { HttpServer } from '../../apps/server/src/testing/internals/http.ts'
import { createOnce } from '../../apps/server/src/testing/internals/idempotency.ts'
import { brandId, idOf, newId, Time } from '../../apps/server/src/testing/internals/ids.ts'
import { type Page, PageQuery, pageOf, toPage } from '../../apps/server/src/testing/internals/pagination.ts'

export const itemsTable = `
  create table bench_items (id uuid primary key, organization_id uuid not null, name text not null, note text not null,
    version integer not null default 1, created_at timestamptz not null default now(), updated_at timestamptz not null default now());
  create index on bench_items (organization_id, id desc);
  select protect_by_organization('bench_items');`

const Item = z.object({
  id: idOf('prj'),
  name: z.string(),
  note: z.string(),
  version: z.int(),
  createdAt: Time,
  updatedAt: Time,
})
type Item = z.output<typeof Item>
const CreateItem = z.strictObject({ name: z.string().min(1).max(100), note: z.string().max(1_000) })
const process = declareWorkflow({ kind: 'bench-item', input: z.object({ itemId: z.uuid() }) })

interface Row {
  id: string
  name: string
  note: string
  version: number
  created_at: Date
  updated_at: Date
}

export function createItemsModule(database: Database) {
  return {
    register(app: HttpServer): void {
      const tags = ['bench']
      app.get(
        '/bench-items',
        {
          config: { permission: 'projects:read', scope: 'organization' },
          schema: { operationId: 'listItems', tags, querystring: PageQuery, response: { 200: pageOf(Item) } },
        },
        async (request) => await listItems(database, request.actor, request.query),
      )
      app.post(
        '/bench-items',
        {
          config: { permission: 'projects:write', scope: 'organization', idempotent: true },
          schema: { operationId: 'createItem', tags, body: CreateItem, response: { 201: Item } },
        },
        async (request, reply) => reply.code(201).send(await createItem(database, request.actor, request.body)),
      )
    },
  }
}

async function listItems(database: Database, actor: Actor, query: z.output<typeof PageQuery>): Promise<Page<Item>> {
  const rows = await database.tenant(actor.organizationId, (tx) => selectItems(tx, actor.organizationId, query.limit))
  return toPage(rows.map(toItem), query.limit)
}

async function createItem(database: Database, actor: Actor, body: z.output<typeof CreateItem>): Promise<Item> {
  return await createOnce(database, actor, async (tx) => {
    const row = await insertItem(tx, actor.organizationId, body)
    await startRun(tx, {
      workflow: process,
      key: row.id,
      input: { itemId: row.id },
      organizationId: actor.organizationId,
    })
    await recordAudit(tx, actor, {
      action: 'project.created',
      targetKind: 'organization',
      targetId: row.id,
      detail: { name: row.name },
    })
    return toItem(row)
  })
}

async function selectItems(tx: Tx, organizationId: OrganizationId, limit: number): Promise<Row[]> {
  const found =
    await sql<Row>`select * from bench_items where organization_id = ${organizationId} order by id desc limit ${limit + 1}`.execute(
      tx,
    )
  return found.rows
}

async function insertItem(tx: Tx, organizationId: OrganizationId, body: z.output<typeof CreateItem>): Promise<Row> {
  const inserted = await sql<Row>`
    insert into bench_items (id, organization_id, name, note) values (${newId('prj')}, ${organizationId}, ${body.name}, ${body.note}) returning *`.execute(
    tx,
  )
  const [row] = inserted.rows
  if (row === undefined) throw new Error('nothing was inserted')
  return row
}

function toItem(row: Row): Item {
  return {
    id: brandId<'prj'>(row.id),
    name: row.name,
    note: row.note,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
