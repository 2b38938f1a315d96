/** The branches, tags, and commits that an environment can deploy. The worker reads them from the repository. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { requireEnvironment } from '../environments/index.ts'
import { listCommits, listRefs } from './calls/deployable.definition.ts'
import type { CommitsQuery, DeployableCommits, DeployableRefs } from './deployable.schemas.ts'

export interface DeployableService {
  refs(actor: Actor, id: Id<'env'>): Promise<DeployableRefs>
  commits(actor: Actor, id: Id<'env'>, query: CommitsQuery): Promise<DeployableCommits>
}

export function createDeployableService(options: { database: Database; link: LinkClient }): DeployableService {
  const { database, link } = options
  const require = ({ organizationId }: Actor, id: Id<'env'>) =>
    database.tenant(organizationId, (tx) => requireEnvironment(tx, organizationId, id))
  const callOptions = ({ organizationId, userId }: Actor) => ({ organizationId, actorId: userId })
  return {
    async refs(actor, id) {
      const { project_id: projectId } = await require(actor, id)
      return await link.call(listRefs, { projectId }, callOptions(actor))
    },
    async commits(actor, id, { branch, limit }) {
      const environment = await require(actor, id)
      const args = { projectId: environment.project_id, branch: branch ?? environment.branch, limit }
      return await link.call(listCommits, args, callOptions(actor))
    },
  }
}
