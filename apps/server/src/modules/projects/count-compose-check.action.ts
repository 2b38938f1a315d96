/** Limits checks of compose files: each starts a process that reads one. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { consumeLimit } from '../../platform/limits/persistent-limit.ts'

const limits = {
  perUser: { name: 'compose-check', limit: 60, windowSeconds: 60 },
  perOrganization: { name: 'compose-check-organization', limit: 1_200, windowSeconds: 3_600 },
}

export async function countComposeCheck(database: Database, actor: Actor): Promise<void> {
  const states = [
    await consumeLimit(database.systemDb, limits.perUser, actor.userId),
    await consumeLimit(database.systemDb, limits.perOrganization, actor.organizationId),
  ]
  const full = states.find((state) => !state.allowed)
  if (full !== undefined)
    throw new AppError(platformProblems.rate_limited, "You've checked too many compose files.", { limit: full })
}
