/** Brings the rows of an item back, and translates what is in the way into a problem that people can act on. */
import { z } from 'zod'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { trashProblems } from './trash.problems.ts'
import { returnRowsFromTrash, type TrashRow } from './trash.repository.ts'

const DatabaseError = z.object({ code: z.string(), detail: z.string().nullish() })

/** New values by table, such as another slug. */
export type RowChanges = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Returns how many rows of which table stay out because what they belonged to no longer exists. */
export async function restoreRows(
  tx: Tx,
  { item, changes = {}, without = [] }: { item: TrashRow; changes?: RowChanges; without?: readonly string[] },
): Promise<Record<string, number>> {
  try {
    return await returnRowsFromTrash(tx, item.organization_id, { id: item.id, changes, without })
  } catch (error) {
    throw problemOf(item, error) ?? error
  }
}

function problemOf({ name }: TrashRow, error: unknown): AppError | undefined {
  const known = DatabaseError.safeParse(error).data
  // 23503: a reference to a user account that was deleted.
  if (known?.code === 'LS001' || known?.code === '23503') return new AppError(trashProblems.trash_parent_missing)
  if (known?.code === 'LS002')
    return new AppError(
      trashProblems.trash_parent_in_trash,
      `${name} belongs to ${known.detail}, which is in the trash.`,
    )
  if (known?.code === '23505')
    return new AppError(trashProblems.trash_name_taken, `Something else has the name of ${name} now.`)
  return undefined
}
