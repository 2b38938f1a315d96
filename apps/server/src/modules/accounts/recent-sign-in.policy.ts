/** Showing or changing a secret requires a recent sign-in with the password, so a stolen session isn't enough. */
import { type Clock, minuteMs } from '../../platform/clock/clock.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { accountProblems } from './accounts.problems.ts'

const recentMs = 10 * minuteMs

/** API tokens never sign in, so they never pass. */
export function requireRecentSignIn(clock: Clock, { authenticatedAt }: { authenticatedAt: Date | null }): void {
  const isRecent = authenticatedAt !== null && clock.now().getTime() - authenticatedAt.getTime() <= recentMs
  if (!isRecent) throw new AppError(accountProblems.recent_sign_in_required)
}
