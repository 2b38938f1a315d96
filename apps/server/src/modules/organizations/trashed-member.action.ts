/** Lets a removed member come back. Their API tokens work again, too. */
import { z } from 'zod'
import { canGrant, roles } from '../../platform/access/permissions.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { storedId } from '../../platform/ids/stored-id.ts'
import type { TrashHandler } from '../trash/index.ts'
import { reactivateTokens } from './api-tokens.repository.ts'
import { organizationProblems } from './organizations.problems.ts'
import { countMembers } from './organizations.repository.ts'
import { requireQuota } from './require-quota.query.ts'

const Facts = z.object({ role: z.enum(roles), tokenIds: z.array(storedId('tok')) })

export const trashedMembers: TrashHandler = {
  authorize(actor, { facts }) {
    if (!canGrant(actor.permissions, Facts.parse(facts).role)) throw new AppError(organizationProblems.role_above_own)
  },
  async prepare(tx, organizationId) {
    await requireQuota(tx, organizationId, { name: 'members', count: () => countMembers(tx, organizationId) })
    return {}
  },
  restored: (tx, organizationId, { facts }) => reactivateTokens(tx, organizationId, Facts.parse(facts).tokenIds),
}
