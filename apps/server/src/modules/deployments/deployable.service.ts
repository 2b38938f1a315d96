/** The branches, tags, and commits that an environment can deploy. The worker reads them from the repository. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { requireEnvironment } from '../environments/index.ts'
import { compareCommits, listCommits, listRefs } from './calls/deployable.definition.ts'
import type {
  ChangedFiles,
  ChangedFilesQuery,
  CommitsQuery,
  DeployableCommits,
  DeployableRefs,
} from './deployable.schemas.ts'
import { findDeployment } from './deployments.repository.ts'

export interface DeployableService {
  refs(actor: Actor, id: Id<'env'>): Promise<DeployableRefs>
  commits(actor: Actor, id: Id<'env'>, query: CommitsQuery): Promise<DeployableCommits>
  changedFiles(actor: Actor, id: Id<'env'>, query: ChangedFilesQuery): Promise<ChangedFiles>
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
    async changedFiles(actor, id, { commit }) {
      const { organizationId } = actor
      const { projectId, live } = await database.tenant(organizationId, async (tx) => {
        const environment = await requireEnvironment(tx, organizationId, id)
        const liveId = environment.live_deployment_id
        const row = liveId === null ? undefined : await findDeployment(tx, organizationId, { id: liveId })
        return { projectId: environment.project_id, live: row?.commit?.sha ?? null }
      })
      if (live === null || live === commit) return { liveCommit: live, count: 0, migrations: [] }
      return await link.call(compareCommits, { projectId, live, commit }, callOptions(actor))
    },
  }
}
