/** Brings previous values of variables back, and purges them. They take effect with the next deployment. */
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { storedId } from '../../platform/ids/stored-id.ts'
import { keepInTrash, subjectOf, type TrashHandler, type TrashRow, trashProblems } from '../trash/index.ts'
import { publishEnvironmentUpdated } from './environments.events.ts'
import { lockEnvironment } from './environments.repository.ts'
import { deleteRetiredVersions, returnVariables } from './variables.repository.ts'

export const VariableFacts = z.object({ variableIds: z.array(storedId('var')) })

export const trashedVariables: TrashHandler = {
  async restored(tx, organizationId, item) {
    if ((await lockEnvironment(tx, organizationId, subjectOf(item, 'env'))) === undefined)
      throw new AppError(trashProblems.trash_parent_in_trash, 'The environment of these variables was deleted.')
    const replaced = await returnVariables(tx, organizationId, VariableFacts.parse(item.facts).variableIds)
    await keepReplaced(tx, organizationId, item, replaced)
  },
  async announce(tx, organizationId, item) {
    const { project_id: projectId } = item
    if (projectId === null) return
    const id = subjectOf(item, 'env')
    await publishEnvironmentUpdated(tx, organizationId, { id, projectId, action: 'variables_changed' })
  },
  async purge(tx, organizationId, { facts }) {
    await deleteRetiredVersions(tx, organizationId, VariableFacts.parse(facts).variableIds)
    return 'done'
  },
}

/** The values that a restore replaces can be restored, too. */
export async function keepReplaced(
  tx: Tx,
  organizationId: OrganizationId,
  item: TrashRow,
  replaced: readonly { id: Id<'var'>; key: string }[],
): Promise<void> {
  const { environment_id: environmentId, project_id: projectId } = item
  if (replaced.length === 0 || environmentId === null) return
  await keepInTrash(tx, organizationId, {
    ...{ kind: 'variables', subjectId: environmentId, name: replaced.map(({ key }) => key).join(', ') },
    ...{ projectId, environmentId, facts: { variableIds: replaced.map(({ id }) => id) } },
    by: { kind: 'system', name: 'Longshore' },
  })
}
