/**
 * Rate limits for authentication. They live in PostgreSQL, so a crash doesn't reset them and a flood can't evict them.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.generated.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { consumeLimit, type LimitPolicy } from '../../platform/limits/persistent-limit.ts'

const minute = 60
const hour = 60 * minute

export const accountLimits = {
  loginPerAccountAndAddress: { name: 'login', limit: 10, windowSeconds: 15 * minute },
  loginPerAddress: { name: 'login-address', limit: 100, windowSeconds: 15 * minute },
  registerPerAddress: { name: 'register', limit: 5, windowSeconds: hour },
  forgotPerAccount: { name: 'forgot-account', limit: 3, windowSeconds: hour },
  forgotPerAddress: { name: 'forgot', limit: 10, windowSeconds: hour },
  codesPerHour: { name: 'codes-hour', limit: 5, windowSeconds: hour },
  codesPerDay: { name: 'codes-day', limit: 10, windowSeconds: 24 * hour },
  codeTriesPerAddress: { name: 'verify-otp', limit: 60, windowSeconds: 15 * minute },
  // Anyone with the password gets a new challenge with five attempts on every sign-in, so attempts also count per
  // account.
  secondFactorPerAccount: { name: 'second-factor', limit: 30, windowSeconds: 24 * hour },
  tokensPerAddress: { name: 'one-time-tokens', limit: 600, windowSeconds: 15 * minute },
} as const satisfies Record<string, LimitPolicy>

export async function requireWithin(db: Kysely<DB>, policy: LimitPolicy, subject: string): Promise<void> {
  const state = await consumeLimit(db, policy, subject)
  if (state.allowed) return
  throw new AppError(
    platformProblems.rate_limited,
    `More than ${policy.limit} attempts in ${policy.windowSeconds / minute} minutes.`,
    { limit: state },
  )
}
