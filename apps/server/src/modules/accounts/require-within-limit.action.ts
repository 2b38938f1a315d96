/** Counts an attempt and rejects it once the limit is exceeded. */
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.generated.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { consumeLimit, type LimitPolicy } from '../../platform/limits/persistent-limit.ts'

export async function requireWithin(db: Kysely<DB>, policy: LimitPolicy, subject: string): Promise<void> {
  const state = await consumeLimit(db, policy, subject)
  if (state.allowed) return
  throw new AppError(
    platformProblems.rate_limited,
    `More than ${policy.limit} attempts in ${policy.windowSeconds / 60} minutes.`,
    { limit: state },
  )
}
