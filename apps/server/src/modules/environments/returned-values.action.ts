/** Brings values of variables back that an item of the trash names: variables themselves, and services with theirs. */
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { storedId } from '../../platform/ids/stored-id.ts'
import { keepInTrash, type TrashRow } from '../trash/index.ts'
import { returnVariables } from './variables.repository.ts'

const Facts = z.object({ variableIds: z.array(storedId('var')) })

export function valuesOf({ facts }: Pick<TrashRow, 'facts'>): Id<'var'>[] {
  return Facts.parse(facts).variableIds
}

/** The values that they replace can be restored, too. */
export async function returnValues(tx: Tx, organizationId: OrganizationId, item: TrashRow): Promise<void> {
  const replaced = await returnVariables(tx, organizationId, valuesOf(item))
  const { environment_id: environmentId, project_id: projectId } = item
  if (replaced.length === 0 || environmentId === null) return
  await keepInTrash(tx, organizationId, {
    ...{ kind: 'variables', subjectId: environmentId, name: replaced.map(({ key }) => key).join(', ') },
    ...{ projectId, environmentId, facts: { variableIds: replaced.map(({ id }) => id) } },
    by: { kind: 'system', name: 'Longshore' },
  })
}
