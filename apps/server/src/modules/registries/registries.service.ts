/** Manages registry credentials. The worker tests one before it is saved, because only it can open passwords. */
import type { Actor } from '../../platform/access/actor.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { type Page, type PageQuery, toPage } from '../../platform/pagination/page.schemas.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { type AuditVerb, recordAudit } from '../audit/index.ts'
import { requireQuota } from '../organizations/index.ts'
import { deletedBy, keepInTrash } from '../trash/index.ts'
import { checkRegistry, tryAccount } from './calls/registries.definition.ts'
import { publishRegistryUpdated } from './registries.events.ts'
import {
  countRegistries,
  findRegistry,
  insertRegistry,
  listRegistries,
  lockRegistryAccount,
  type RegistryRow,
  replaceRegistryPassword,
  saveRegistryStatus,
} from './registries.repository.ts'
import type { CreateRegistry, Registry } from './registries.schemas.ts'
import { registryPassword } from './registry-password.crypto.ts'

export interface RegistriesService {
  list(actor: Actor, query: PageQuery): Promise<Page<Registry>>
  save(actor: Actor, body: CreateRegistry): Promise<Registry>
  check(actor: Actor, id: Id<'reg'>): Promise<Registry>
  remove(actor: Actor, id: Id<'reg'>): Promise<void>
}

export interface RegistriesOptions {
  database: Database
  sealer: Sealer
  link: Pick<LinkClient, 'call'>
}

export function createRegistriesService(options: RegistriesOptions): RegistriesService {
  const { database, link } = options
  return {
    async list(actor, { cursor, limit }) {
      const { organizationId } = actor
      const rows = await database.tenant(organizationId, (tx) =>
        listRegistries(tx, organizationId, { before: cursor, limit }),
      )
      return toPage(rows.map(toRegistry), limit)
    },
    save: (actor, body) => saveRegistry(options, actor, body),
    async check(actor, id) {
      const { organizationId } = actor
      await database.tenant(organizationId, (tx) => requireRegistry(tx, organizationId, id))
      const { isAccepted } = await link.call(checkRegistry, { registryId: id }, callOptions(actor))
      return await database.tenant(organizationId, async (tx) => {
        await saveRegistryStatus(tx, organizationId, { id, status: isAccepted ? 'connected' : 'invalid' })
        return toRegistry(await requireRegistry(tx, organizationId, id))
      })
    },
    remove: (actor, id) =>
      database.tenant(actor.organizationId, async (tx) => {
        const row = await requireRegistry(tx, actor.organizationId, id)
        requireVersion(actor, row.version)
        const about = { kind: 'registry', subjectId: id, name: `${row.username} at ${row.host}` } as const
        await keepInTrash(tx, actor.organizationId, { ...about, by: deletedBy(actor) })
        await announce(tx, actor, row, 'removed')
      }),
  }
}

async function saveRegistry(
  { database, sealer, link }: RegistriesOptions,
  actor: Actor,
  { host, username, ...body }: CreateRegistry,
): Promise<Registry> {
  const { organizationId } = actor
  const password = new Secret(body.password)
  await link.call(tryAccount, { host, username, password }, callOptions(actor))
  return await createOnce(database, actor, async (tx) => {
    const known = await lockRegistryAccount(tx, organizationId, { host, username })
    const id = known?.id ?? newId('reg')
    const sealedPassword = await sealer.seal(contextOf(registryPassword, id, organizationId), password)
    if (known !== undefined) {
      const row = await replaceRegistryPassword(tx, organizationId, { id, sealedPassword })
      await announce(tx, actor, row, 'password_replaced')
      return toRegistry(row)
    }
    const count = () => countRegistries(tx, organizationId)
    await requireQuota(tx, organizationId, { name: 'registries', count })
    const row = await insertRegistry(tx, organizationId, { id, host, username, sealedPassword })
    if (row === undefined) throw new Error('the account appeared while the organization was locked')
    await announce(tx, actor, row, 'connected')
    return toRegistry(row)
  })
}

async function requireRegistry(tx: Tx, organizationId: OrganizationId, id: Id<'reg'>): Promise<RegistryRow> {
  const row = await findRegistry(tx, organizationId, id)
  if (row === undefined) throw notFound()
  return row
}

async function announce(tx: Tx, actor: Actor, row: RegistryRow, action: AuditVerb<'registry'>): Promise<void> {
  await recordAudit(tx, actor, {
    action: `registry.${action}`,
    targetKind: 'registry',
    targetId: row.id,
    detail: { host: row.host, username: row.username },
  })
  await publishRegistryUpdated(tx, actor.organizationId, { id: row.id, action })
}

function callOptions(actor: Actor): { organizationId: OrganizationId; actorId: string } {
  return { organizationId: actor.organizationId, actorId: actor.userId }
}

function toRegistry(row: RegistryRow): Registry {
  return {
    id: row.id,
    host: row.host,
    username: row.username,
    status: row.status,
    lastCheckedAt: row.last_checked_at,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
