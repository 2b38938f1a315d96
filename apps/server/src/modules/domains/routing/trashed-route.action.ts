/** Brings a detached hostname back to its environment. */
import { findEnvironment, publishEnvironmentUpdated } from '../../environments/index.ts'
import { subjectOf, type TrashHandler } from '../../trash/index.ts'
import { publishDomainUpdated } from '../dns/domains.events.ts'
import { reloadProxies } from './reload-proxies.action.ts'

export const trashedRoutes: TrashHandler = {
  async restored(tx, organizationId, item) {
    const { environment_id: id } = item
    const environment = id === null ? undefined : await findEnvironment(tx, organizationId, id)
    if (environment === undefined) return
    await reloadProxies(tx, organizationId, { environment, domainId: subjectOf(item, 'dom') })
  },
  async announce(tx, organizationId, item) {
    const { environment_id: id, project_id: projectId } = item
    if (id !== null && projectId !== null)
      await publishEnvironmentUpdated(tx, organizationId, { id, projectId, action: 'domain_attached' })
    await publishDomainUpdated(tx, organizationId, { id: subjectOf(item, 'dom'), action: 'attached' })
  },
}
