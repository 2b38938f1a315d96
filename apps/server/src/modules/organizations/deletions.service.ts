/** Organizations that are being deleted, for their owners: members can't access them. */
import { z } from 'zod'
import type { UserActor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Page } from '../../platform/pagination/page.schemas.ts'
import { recordUserAudit } from '../audit/index.ts'
import { Leftover } from '../instance/organization-removal/leftover.schemas.ts'
import { organizationProblems } from './organizations.problems.ts'
import type { OrganizationDeletion } from './organizations.schemas.ts'
import {
  type DeletionRow,
  findDeletion,
  forceDeletion,
  listDeletionsOfOwner,
  undoDeletion,
} from './organizations.system-repository.ts'

export interface DeletionsService {
  list(actor: UserActor): Promise<Page<OrganizationDeletion>>
  force(actor: UserActor, id: Id<'org'>): Promise<OrganizationDeletion>
  /** 409 once its removal has begun. */
  undo(actor: UserActor, id: Id<'org'>): Promise<void>
}

export function createDeletionsService({ database }: { database: Database }): DeletionsService {
  return {
    async list(actor) {
      const rows = await listDeletionsOfOwner(database.systemDb, actor.userId)
      return { items: rows.map(toDeletion), nextCursor: null }
    },
    async force(actor, id) {
      return await database.system(async (tx) => {
        const row = await forceDeletion(tx, actor.userId, id)
        if (row === undefined) throw notFound()
        await recordUserAudit(tx, id, {
          user: { id: actor.userId, email: actor.userName },
          context: actor,
          action: 'organization.deletion_forced',
          targetKind: 'organization',
          targetId: id,
        })
        return toDeletion(row)
      })
    },
    async undo(actor, id) {
      await database.system(async (tx) => {
        if ((await findDeletion(tx, actor.userId, id)) === undefined) throw notFound()
        if (!(await undoDeletion(tx, id))) throw new AppError(organizationProblems.organization_removal_begun)
        await recordUserAudit(tx, id, {
          user: { id: actor.userId, email: actor.userName },
          context: actor,
          action: 'organization.deletion_undone',
          targetKind: 'organization',
          targetId: id,
        })
      })
    },
  }
}

function toDeletion(row: DeletionRow): OrganizationDeletion {
  return {
    id: row.id,
    name: row.name,
    dueAt: row.deletion_due_at ?? new Date(0),
    isForced: row.deletion_forced,
    lastAttemptAt: row.deletion_tried_at,
    remaining: z.array(Leftover).catch([]).parse(row.deletion_left),
  }
}
