/**
 * Makes the previous values of variables an item in the trash. The versions stay where they are: they only stopped counting,
 * and aren't deleted before the item expires.
 */
import type { Actor } from '../../platform/access/actor.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { deletedBy, keepInTrash } from '../trash/index.ts'
import type { EnvironmentRow } from './environments.repository.ts'

const shownKeys = 5

interface Retirement {
  /** Labels of variables. */
  changes: { removed: readonly string[]; changed: readonly string[] }
  retired: readonly Id<'var'>[]
}

export async function keepVariablesInTrash(
  tx: Tx,
  actor: Actor,
  { row, plan }: { row: EnvironmentRow; plan: Retirement },
): Promise<void> {
  if (plan.retired.length === 0) return
  const labels = [...plan.changes.removed, ...plan.changes.changed]
  const more = labels.length > shownKeys ? ` and ${labels.length - shownKeys} more` : ''
  await keepInTrash(tx, actor.organizationId, {
    ...{ kind: 'variables', subjectId: row.id, name: labels.slice(0, shownKeys).join(', ') + more },
    ...{ projectId: row.project_id, environmentId: row.id },
    facts: { variableIds: plan.retired },
    by: deletedBy(actor),
  })
}
