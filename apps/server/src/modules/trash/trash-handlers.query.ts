/**
 * Modules implement this for everything of theirs that can come back or be removed permanently. The trash moves the rows; everything
 * else is theirs, because this module knows none of them.
 */
import type { Actor } from '../../platform/access/actor.ts'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { RowChanges } from './restore-rows.action.ts'
import type { TrashRow } from './trash.repository.ts'
import type { TrashKind } from './trash-kinds.schemas.ts'

export interface TrashHandler {
  /** Throws if this actor can't restore it, although the kind's permission would allow it. */
  authorize?(actor: Actor, item: TrashRow): void
  /** Runs before the rows come back. Returns new values for them, such as a status. Throws if a quota is used up. */
  prepare?(tx: Tx, organizationId: OrganizationId, item: TrashRow): Promise<RowChanges>
  /** Runs in the transaction that inserted the rows again. Publishes nothing. */
  restored?(tx: Tx, organizationId: OrganizationId, item: TrashRow): Promise<void>
  /** Publishes that it's back, at the end of that transaction. */
  announce?(tx: Tx, organizationId: OrganizationId, item: TrashRow): Promise<void>
  /**
   * Starts the permanent removal, and returns whether it continues in the background. Then the item stays until the
   * removal calls `forgetTrashItem`, or `putBackInTrash` if it failed. Without it, the rows are dropped. `isForced` leaves
   * behind what can't be reached.
   */
  purge?(
    tx: Tx,
    organizationId: OrganizationId,
    item: TrashRow,
    options: { isForced: boolean },
  ): Promise<'started' | 'done'>
}

export type TrashHandlers = Readonly<Partial<Record<TrashKind, TrashHandler>>>
