/** An organization's backup key: its public half, and the recovery kit for people with permission. */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { AppError, invalid } from '../../../platform/errors/app-error.ts'
import type { LinkClient } from '../../../platform/link/link-client.ts'
import { canSealTo } from '../../../platform/secrets/seal.ts'
import { requireRecentSignIn } from '../../accounts/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Revealed } from '../../environments/reveal.schemas.ts'
import { organizationProblems } from '../../organizations/index.ts'
import type { BackupKey } from './backup-key.schemas.ts'
import { type BackupKeyRow, findBackupKey, markBackupKeyExported } from './backup-keys.repository.ts'
import { exportBackupKey, makeBackupKey } from './calls/schedules.definition.ts'
import { callOptions } from './destinations.service.ts'

export interface BackupKeyService {
  get(actor: Actor): Promise<BackupKey>
  exportKit(actor: Actor, recipient: string): Promise<Revealed>
}

interface Options {
  database: Database
  clock: Clock
  link: Pick<LinkClient, 'call'>
}

export function createBackupKeyService({ database, clock, link }: Options): BackupKeyService {
  const read = async ({ organizationId }: Actor): Promise<BackupKeyRow | undefined> =>
    await database.tenant(organizationId, (tx) => findBackupKey(tx, organizationId))
  const ensure = async (actor: Actor): Promise<BackupKeyRow> => {
    const known = await read(actor)
    if (known !== undefined) return known
    await link.call(makeBackupKey, {}, callOptions(actor))
    const created = await read(actor)
    if (created === undefined) throw new Error('the key was not made')
    return created
  }
  return {
    async get(actor) {
      return toBackupKey(await ensure(actor))
    },
    /** The audit entry is written before the key leaves, so every export leaves a trace. */
    async exportKit(actor, recipient) {
      if (actor.kind === 'token') throw new AppError(organizationProblems.person_required)
      requireRecentSignIn(clock, actor)
      if (!(await canSealTo(recipient)))
        throw invalid('/recipient', 'invalid_format', "isn't a valid age public key (checksum mismatch)")
      const { id } = await ensure(actor)
      await database.tenant(actor.organizationId, async (tx) => {
        await recordAudit(tx, actor, {
          action: 'backup_key.exported',
          targetKind: 'backup_key',
          targetId: id,
          detail: {},
        })
      })
      const kit = await link.call(exportBackupKey, { recipient }, callOptions(actor))
      await database.tenant(actor.organizationId, (tx) => markBackupKeyExported(tx, actor.organizationId))
      return kit
    },
  }
}

function toBackupKey(row: BackupKeyRow): BackupKey {
  return {
    id: row.id,
    recipient: row.recipient,
    restoreTestPublicKey: row.proof_public_key,
    exportedAt: row.exported_at,
    createdAt: row.created_at,
  }
}
