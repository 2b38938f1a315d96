/** Locks of archives in buckets with object lock. */
import { AppError } from '../../../platform/errors/app-error.ts'
import { backupProblems } from './backups.problems.ts'

const dayMs = 86_400_000

interface LockRule<Mode> {
  readonly mode: Mode
  readonly days: number
}

/** Returns the lock of an archive whose upload starts now, in whole seconds. Undefined without a rule. */
export function lockFrom<Mode>(
  rule: LockRule<Mode> | null | undefined,
  now: Date,
): { mode: Mode; until: Date } | undefined {
  if (rule === null || rule === undefined) return undefined
  return { mode: rule.mode, until: new Date(Math.ceil((now.getTime() + rule.days * dayMs) / 1_000) * 1_000) }
}

interface LockedRow {
  readonly locked_until: Date | null
}

export function isLocked({ locked_until: until }: LockedRow, now: Date): boolean {
  return until !== null && until > now
}

/** Throws `backup_locked`, with the end of the lock. */
export function requireUnlocked(row: LockedRow, now: Date): void {
  if (!isLocked(row, now)) return
  const until = row.locked_until?.toISOString()
  throw new AppError(backupProblems.backup_locked, `${backupProblems.backup_locked.detail} It ends at ${until}.`, {
    extra: { lockedUntil: until },
  })
}
