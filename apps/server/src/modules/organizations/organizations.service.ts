/** Organizations: everything that the API manages belongs to one. */
import type { Actor, UserActor } from '../../platform/access/actor.ts'
import type { Role } from '../../platform/access/permissions.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import { after, type Clock, dayMs } from '../../platform/clock/clock.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { announceRevocation } from '../../platform/events/revocations.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import { recordAudit, recordUserAudit } from '../audit/index.ts'
import { organizationProblems } from './organizations.problems.ts'
import {
  findOrganization,
  lockOrganization,
  type OrganizationRow,
  updateOrganization,
} from './organizations.repository.ts'
import type { Organization } from './organizations.schemas.ts'
import {
  insertMembership,
  insertOrganization,
  listOrganizationsOfUser,
  lockOrganizationsOfUser,
} from './organizations.system-repository.ts'
import { effectiveQuotas, type QuotaName, type Quotas, quotasAbove } from './quotas.policy.ts'

const graceMs = 7 * dayMs
const maxOrganizationsPerUser = 50

export interface OrganizationChange {
  name?: string | undefined
  quotas?: Partial<Record<QuotaName, number>> | undefined
}

export interface OrganizationsService {
  list(actor: UserActor, page: { cursor?: string | undefined; limit: number }): Promise<Page<Organization>>
  create(actor: UserActor, body: { name: string }): Promise<Organization>
  get(actor: Actor): Promise<Organization>
  update(actor: Actor, change: OrganizationChange): Promise<Organization>
  /** 409 while a server can't be reached, unless forced. */
  remove(actor: Actor, query: { force?: boolean | undefined }): Promise<Organization>
}

export interface OrganizationsOptions {
  database: Database
  clock: Clock
  /** The maximum that an owner can set. */
  quotaCeilings: Quotas
  isOperator(actor: Actor): Promise<boolean>
  /** Returns names of servers that can't be cleaned up right now. */
  unreachableServers(tx: Tx, organizationId: OrganizationId): Promise<string[]>
}

export function createOrganizationsService(options: OrganizationsOptions): OrganizationsService {
  const { database, clock } = options
  return {
    async list(actor, page) {
      const rows = await listOrganizationsOfUser(database.systemDb, actor.userId, {
        before: page.cursor,
        limit: page.limit,
      })
      return toPage(
        rows.map((row) => toOrganization(row, row.role)),
        page.limit,
      )
    },
    async create(actor, body) {
      return await database.system(async (tx) => {
        await lockOrganizationsOfUser(tx, actor.userId)
        const owned = await listOrganizationsOfUser(tx, actor.userId, {
          before: undefined,
          limit: maxOrganizationsPerUser,
        })
        if (owned.length >= maxOrganizationsPerUser)
          throw new AppError(
            organizationProblems.quota_exceeded,
            `An account can belong to at most ${maxOrganizationsPerUser} organizations.`,
          )
        const row = await createOwned(tx, { userId: actor.userId, name: body.name, personal: false })
        const id = row.id
        await recordUserAudit(tx, id, {
          user: { id: actor.userId, email: actor.userName },
          context: actor,
          action: 'organization.created',
          targetKind: 'organization',
          targetId: id,
          detail: { name: body.name },
        })
        return toOrganization(row, 'owner')
      })
    },
    async get(actor) {
      const row = await database.tenant(actor.organizationId, (tx) => findOrganization(tx, actor.organizationId))
      if (row === undefined) throw notFound()
      return toOrganization(row, actor.role)
    },
    async update(actor, change) {
      if (change.quotas !== undefined && !actor.permissions.has('quotas:write')) {
        throw new AppError(platformProblems.forbidden, 'This requires the permission quotas:write.')
      }
      const isLimited = change.quotas !== undefined && !(await options.isOperator(actor))
      return await database.tenant(actor.organizationId, async (tx) => {
        const current = await lockCurrent(tx, actor)
        if (isLimited) requireBelow(options.quotaCeilings, effectiveQuotas(current.quotas), change.quotas ?? {})
        const quotas = { ...Object(current.quotas), ...change.quotas }
        const row = await updateOrganization(tx, actor.organizationId, {
          ...(change.name === undefined ? {} : { name: change.name }),
          quotas: JSON.stringify(quotas),
        })
        await recordAudit(tx, actor, {
          action: 'organization.updated',
          targetKind: 'organization',
          targetId: row.id,
          detail: { ...change },
        })
        return toOrganization(row, actor.role)
      })
    },
    async remove(actor, { force = false }) {
      return await database.tenant(actor.organizationId, async (tx) => {
        await lockCurrent(tx, actor)
        if (!force) requireReachable(await options.unreachableServers(tx, actor.organizationId))
        const change = { deletion_due_at: after(clock, graceMs), deletion_forced: force }
        const row = await updateOrganization(tx, actor.organizationId, change)
        await announceRevocation(tx, { organizationId: actor.organizationId })
        await recordAudit(tx, actor, {
          action: 'organization.deletion_requested',
          targetKind: 'organization',
          targetId: row.id,
          detail: { force },
        })
        return toOrganization(row, actor.role)
      })
    },
  }
}

/** A deletion cleans up servers first; an unreachable one would block it. */
export function requireReachable(unreachable: readonly string[]): void {
  if (unreachable.length === 0) return
  const names = unreachable.join(', ')
  throw new AppError(organizationProblems.organization_unreachable, `These servers can't be reached: ${names}.`)
}

/** Created with the account, once its email address is verified. It's deleted with the account unless it has other members. */
export async function createOwnOrganization(tx: Tx, options: { userId: Id<'usr'>; name: string }): Promise<Id<'org'>> {
  const row = await createOwned(tx, { ...options, personal: true })
  return row.id
}

async function createOwned(
  tx: Tx,
  options: { userId: Id<'usr'>; name: string; personal: boolean },
): Promise<OrganizationRow> {
  const id = newId('org')
  const row = await insertOrganization(tx, { id, name: options.name.slice(0, 100), personal: options.personal })
  await insertMembership(tx, { id: newId('mem'), organizationId: id, userId: options.userId, role: 'owner' })
  return row
}

async function lockCurrent(tx: Tx, actor: Actor): Promise<OrganizationRow> {
  const current = await lockOrganization(tx, actor.organizationId)
  if (current === undefined) throw notFound()
  requireVersion(actor, current.version)
  return current
}

function toOrganization(row: OrganizationRow, role: Role): Organization {
  return {
    id: row.id,
    name: row.name,
    role,
    quotas: effectiveQuotas(row.quotas),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function requireBelow(ceilings: Quotas, before: Quotas, wanted: Partial<Quotas>): void {
  const [name] = quotasAbove(ceilings, { before, wanted })
  if (name === undefined) return
  const most = `At most ${ceilings[name]} ${name} on this instance.`
  throw new AppError(organizationProblems.quota_above_ceiling, most)
}
