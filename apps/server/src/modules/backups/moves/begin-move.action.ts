/**
 * Records a move with its deployment, which gets exclusive access to the environment's data. A recovery waits in line for
 * backups, which were canceled.
 */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { tryLock } from '../../../platform/durable/locks.ts'
import { brandId } from '../../../platform/ids/brand.ts'
import { backUp, environmentLock } from '../archives/backups.references.ts'
import { environmentLocked } from '../archives/start-backup.action.ts'
import { insertMove } from './moves.repository.ts'

export async function beginMove(
  tx: Tx,
  organizationId: OrganizationId,
  move: Parameters<typeof insertMove>[2],
): Promise<void> {
  const owner = { runId: brandId<'run'>(move.id), organizationId }
  const lock = await tryLock(tx, environmentLock(move.environmentId, 'exclusive'), owner)
  const waits = move.kind === 'recovery' && !lock.granted && lock.holders.every(({ kind }) => kind === backUp.kind)
  if (!lock.granted && !waits) throw environmentLocked(lock.holders)
  await insertMove(tx, organizationId, move)
}
