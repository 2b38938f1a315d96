/** Brings previous values of variables back, and purges them. They take effect with the next deployment. */
import { AppError } from '../../platform/errors/app-error.ts'
import { subjectOf, type TrashHandler, trashProblems } from '../trash/index.ts'
import { publishEnvironmentUpdated } from './environments.events.ts'
import { lockEnvironment } from './environments.repository.ts'
import { returnValues, valuesOf } from './returned-values.action.ts'
import { deleteRetiredVersions } from './variables.repository.ts'

export const trashedVariables: TrashHandler = {
  async restored(tx, organizationId, item) {
    if ((await lockEnvironment(tx, organizationId, subjectOf(item, 'env'))) === undefined)
      throw new AppError(trashProblems.trash_parent_in_trash, 'The environment of these variables was deleted.')
    await returnValues(tx, organizationId, item)
  },
  async announce(tx, organizationId, item) {
    const { project_id: projectId } = item
    if (projectId === null) return
    const id = subjectOf(item, 'env')
    await publishEnvironmentUpdated(tx, organizationId, { id, projectId, action: 'variables_changed' })
  },
  async purge(tx, organizationId, item) {
    await deleteRetiredVersions(tx, organizationId, valuesOf(item))
    return 'done'
  },
}
