/** Brings a removed service back. It runs again, with its volumes, after the next deployment. */

import type { TrashHandler } from '../trash/index.ts'
import { publishEnvironmentUpdated } from './environments.events.ts'
import { keepReplaced, VariableFacts } from './trashed-variables.action.ts'
import { returnVariables } from './variables.repository.ts'

export const trashedServices: TrashHandler = {
  async restored(tx, organizationId, item) {
    const replaced = await returnVariables(tx, organizationId, VariableFacts.parse(item.facts).variableIds)
    await keepReplaced(tx, organizationId, item, replaced)
  },
  async announce(tx, organizationId, { environment_id: id, project_id: projectId }) {
    if (id !== null && projectId !== null)
      await publishEnvironmentUpdated(tx, organizationId, { id, projectId, action: 'services_configured' })
  },
}
