/** The commands that undo the deletions of a plan. */
import { undoCommand, variablesUndo } from '../connection/undo-deletion.ts'
import type { PlanItem } from './plan/planner.ts'

/** Invitations can't come back. */
const restorable = /^(?:prj|env|srv|dom|bds|git|reg|ntc|mem)_/

/** The newest deletion comes first. Environments, projects, and servers can be restored once they have stopped. */
export function undoCommands(done: readonly Pick<PlanItem, 'action' | 'kind' | 'id' | 'changes'>[]): string[] {
  const deleted = done.filter(({ action }) => action === 'delete').toReversed()
  const ids = deleted.flatMap(({ kind, id = '' }) => (kind !== 'variable' && restorable.test(id) ? [id] : []))
  const hasVariables = deleted.some(({ kind }) => kind === 'variable')
  // Without their IDs: a plan compares services by name.
  const hasServices = done.some(
    ({ kind, changes }) =>
      kind === 'services' && changes.some(({ before, after }) => before !== undefined && after === undefined),
  )
  return [
    ...(ids.length === 0 ? [] : [undoCommand(...new Set(ids))]),
    ...(hasServices ? ['longshore trash list --kind service'] : []),
    ...(hasVariables ? [variablesUndo] : []),
  ]
}
