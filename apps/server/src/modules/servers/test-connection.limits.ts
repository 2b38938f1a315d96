/**
 * A connection test connects to any address that its caller names, so it must not help to scan networks: few tests per
 * user, few targets per organization, and few tests of one target overall. Stored in PostgreSQL, so that several API
 * processes share the limits.
 */
import type { Kysely } from 'kysely'
import type { Actor } from '../../platform/access/actor.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { consumeLimit, type LimitPolicy, type LimitState } from '../../platform/limits/persistent-limit.ts'

const minute = 60
const hour = 60 * minute

export const testLimits = {
  perUser: { name: 'test-connection', limit: 10, windowSeconds: minute },
  perOrganization: { name: 'test-connection-organization', limit: 120, windowSeconds: hour },
  placesPerOrganization: { name: 'test-connection-places', limit: 20, windowSeconds: hour },
  perPlace: { name: 'test-connection-place', limit: 60, windowSeconds: 10 * minute },
} as const satisfies Record<string, LimitPolicy>

/** Tests of one target count once per hour. */
const registeredTarget = { name: 'test-connection-known', limit: 1, windowSeconds: hour }

export interface TestTarget {
  host: string
  port: number
  /** Whether it is a server of the organization. */
  isRegistered: boolean
}

export async function countTester(db: Kysely<DB>, actor: Actor): Promise<void> {
  require(await consumeLimit(db, testLimits.perUser, actor.userId), "You've tested too many connections.")
  const { organizationId } = actor
  require(await consumeLimit(
    db,
    testLimits.perOrganization,
    organizationId,
  ), 'Your organization has tested too many connections.')
}

export async function countTarget(db: Kysely<DB>, actor: Actor, place: TestTarget): Promise<void> {
  const name = `${place.host.toLowerCase()} ${place.port}`
  const { organizationId } = actor
  if (!place.isRegistered) {
    const known = await consumeLimit(db, registeredTarget, `${organizationId} ${name}`)
    if (known.allowed)
      require(await consumeLimit(
        db,
        testLimits.placesPerOrganization,
        organizationId,
      ), 'Your organization has tested too many different hosts and ports.')
  }
  require(await consumeLimit(db, testLimits.perPlace, name), 'This host and port was tested too often.')
}

function require(state: LimitState, what: string): void {
  if (state.allowed) return
  const { limit, windowSeconds } = state.policy
  throw new AppError(platformProblems.rate_limited, `${what} The limit is ${limit} in ${windowSeconds / minute} min.`, {
    limit: state,
  })
}
