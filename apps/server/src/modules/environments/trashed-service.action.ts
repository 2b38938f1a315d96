/** Brings a removed service back. It runs again, with its volumes, after the next deployment. */

import type { TrashHandler } from '../trash/index.ts'
import { publishEnvironmentUpdated } from './environments.events.ts'
import { returnValues } from './returned-values.action.ts'

export const trashedServices: TrashHandler = {
  async restored(tx, organizationId, item) {
    await returnValues(tx, organizationId, item)
  },
  async announce(tx, organizationId, { environment_id: id, project_id: projectId }) {
    if (id !== null && projectId !== null)
      await publishEnvironmentUpdated(tx, organizationId, { id, projectId, action: 'services_configured' })
  },
}
