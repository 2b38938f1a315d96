/** Shows an invitation to the holder of its link. Its token has 256 random bits, so no one can guess one. */
import type { RequestContext } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import { consumeLimit, type LimitPolicy } from '../../platform/limits/persistent-limit.ts'
import { organizationProblems } from './organizations.problems.ts'
import type { InvitationPreview } from './organizations.schemas.ts'
import { findInvitation } from './organizations.system-repository.ts'

const perAddress: LimitPolicy = { name: 'invitation-preview', limit: 60, windowSeconds: 15 * 60 }

export interface InvitationPreviewService {
  read(context: RequestContext, tokenHash: Buffer): Promise<InvitationPreview>
}

export function createInvitationPreviewService({ database }: { database: Database }): InvitationPreviewService {
  return {
    async read(context, tokenHash) {
      const limit = await consumeLimit(database.systemDb, perAddress, addressKey(context.ip))
      if (!limit.allowed) throw new AppError(platformProblems.rate_limited, undefined, { limit })
      const found = await findInvitation(database.systemDb, tokenHash)
      if (found === undefined) throw new AppError(organizationProblems.invalid_invitation)
      return {
        organization: found.organization,
        invitedBy: found.inviter_name || found.inviter_email,
        email: found.email,
        role: found.role,
        expiresAt: found.expires_at,
      }
    },
  }
}
