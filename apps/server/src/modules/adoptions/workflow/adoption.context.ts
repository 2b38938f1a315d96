/** Shared by all steps of adoptions: the row, the frozen stack, and the announcement of changes. */

import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { Run, StepContext } from '../../../platform/durable/workflow.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { findEnvironmentState, publishEnvironmentUpdated } from '../../environments/index.ts'
import type { AdoptionTools } from '../adopt-stack.remote.ts'
import type { AdoptionSubject } from '../adoptions.references.ts'
import { type AdoptionRow, findAdoption } from '../adoptions.repository.ts'
import { FrozenStack } from '../frozen-stack.schemas.ts'

export interface AdoptionPlace {
  readonly organizationId: OrganizationId
  readonly environmentId: Id<'env'>
  readonly serverId: Id<'srv'>
  readonly signal: AbortSignal
  readonly row: AdoptionRow
  readonly stack: FrozenStack
}

export async function placeOf(
  { database }: Pick<AdoptionTools, 'database'>,
  { run, signal }: Pick<StepContext<AdoptionSubject>, 'run' | 'signal'>,
): Promise<AdoptionPlace> {
  const { organizationId, input } = run
  const { environmentId } = input
  const row = await database.tenant(organizationId, (tx) => findAdoption(tx, organizationId, environmentId))
  if (row === undefined) throw new PermanentError('not_found', 'The environment was deleted in the meantime.')
  return { organizationId, environmentId, serverId: row.server_id, signal, row, stack: FrozenStack.parse(row.stack) }
}

/** Call it last in the transaction. */
export async function announce(tx: Tx, { organizationId, input }: Run<AdoptionSubject>, action: string): Promise<void> {
  const state = await findEnvironmentState(tx, organizationId, input.environmentId)
  if (state === undefined) return
  await publishEnvironmentUpdated(tx, organizationId, { id: state.id, projectId: state.projectId, action })
}
