/**
 * The worker's own limit and record of opened data that leaves it: secrets encrypted to an external key, and decrypted
 * backups. The API requests them, but an attacker who controls the API can neither exceed this limit nor avoid the
 * audit entry. The counts are in the worker's memory, which the API can't reach.
 */
import { createHash } from 'node:crypto'
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { MemoryLimit } from '../../platform/limits/memory-limit.ts'
import type { LimitState } from '../../platform/limits/persistent-limit.ts'
import { recordSystemAudit } from './record-audit.action.ts'

const hour = 3_600

export interface SecretRelease {
  targetKind: 'variable' | 'service' | 'environment' | 'backup_key' | 'backup'
  targetId: string
  /** The actor, as reported by the API. */
  actorId: string | null
  /** Public key that the data is encrypted to, or null for data that leaves unencrypted. */
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

  /** Call it before the secret leaves the worker: without the audit entry, nothing is released. */
  async record(organizationId: OrganizationId, release: SecretRelease): Promise<void> {
    const nowMs = Date.now()
    requireAllowed(this.#perOrganization.consume(organizationId, nowMs))
    // The organization's own limit is checked first, so one organization can't use up the shared limit.
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
