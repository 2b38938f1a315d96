/**
 * The worker's own limit and record of what leaves it opened: secrets encrypted to a key from outside, and decrypted backups. The api asks for them, but an
 * attacker who controls the api can neither get more than this nor avoid the entry. The counts are in the worker's memory, which
 * the api can't reach.
 */
import { createHash } from 'node:crypto'
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { MemoryLimit } from '../../platform/limits/memory-limit.ts'
import type { LimitState } from '../../platform/limits/persistent-limit.ts'
import { recordSystemAudit } from './record-audit.ts'

const hour = 3_600

export interface SecretRelease {
  targetKind: 'variable' | 'service' | 'backup_key' | 'backup'
  targetId: string
  /** Who asked, as the api says. */
  actorId: string | null
  /** To whose key it is encrypted; null for what leaves as it is. */
  recipient: string | null
}

export class SecretReleases {
  readonly #database: Database
  readonly #perOrganization: MemoryLimit
  readonly #ofAll: MemoryLimit

  constructor(database: Database, { perOrganization = 100, ofAll = 500 } = {}) {
    this.#database = database
    this.#perOrganization = new MemoryLimit({ name: 'secrets', limit: perOrganization, windowSeconds: hour })
    this.#ofAll = new MemoryLimit({ name: 'secrets-of-all', limit: ofAll, windowSeconds: hour })
  }

  /** Call it before the secret leaves: without the entry it doesn't. */
  async record(organizationId: OrganizationId, release: SecretRelease): Promise<void> {
    const nowMs = Date.now()
    requireAllowed(this.#perOrganization.consume(organizationId, nowMs))
    // After the organization's own limit, so that one organization can't use up what is for all.
    requireAllowed(this.#ofAll.consume('all', nowMs))
    const { targetKind, targetId, actorId, recipient } = release
    const key = recipient === null ? null : createHash('sha256').update(recipient).digest('hex').slice(0, 16)
    await this.#database.tenant(organizationId, (tx) =>
      recordSystemAudit(tx, organizationId, {
        action: 'secret.released',
        targetKind,
        targetId,
        detail: { requestedBy: actorId, recipientHash: key },
      }),
    )
  }
}

function requireAllowed({ allowed, policy, resetSeconds }: LimitState): void {
  if (allowed) return
  throw new AppError(
    platformProblems.rate_limited,
    `You can reveal or download at most ${policy.limit} secrets or decrypted backups an hour.`,
    {
      retryAfterSeconds: resetSeconds,
    },
  )
}
