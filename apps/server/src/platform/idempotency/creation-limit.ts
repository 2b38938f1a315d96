/**
 * Limits concurrent creations per organization. They wait for each other's quota lock anyway; here they wait without a
 * connection, so that a burst of one organization neither takes the whole pool nor fails because the pool is busy.
 */
import type { Database, OrganizationId } from '../database/database.ts'
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import { type Limit, limitConcurrency } from '../limits/limit-concurrency.ts'

/** More than one, so that the next has done its reads when the lock is free. */
const maxConcurrent = 3
const maxWaiting = 500

interface CreationLimit {
  readonly limit: Limit
  users: number
}

const limitsOf = new WeakMap<Database, Map<OrganizationId, CreationLimit>>()

export async function limitCreations<T>(
  database: Database,
  organizationId: OrganizationId,
  work: () => Promise<T>,
): Promise<T> {
  const all = limitsOf.get(database) ?? new Map<OrganizationId, CreationLimit>()
  limitsOf.set(database, all)
  const turns = all.get(organizationId) ?? {
    limit: limitConcurrency(maxConcurrent, { max: maxWaiting, onFull }),
    users: 0,
  }
  all.set(organizationId, turns)
  turns.users += 1
  try {
    return await turns.limit(work)
  } finally {
    turns.users -= 1
    if (turns.users === 0) all.delete(organizationId)
  }
}

function onFull(): AppError {
  return new AppError(platformProblems.unavailable, 'Too many creations of this organization wait already.', {
    retryAfterSeconds: 5,
  })
}
