/** Deployment logs, and the diff between two deployments. */
import { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { findReleaseOf } from '../workloads/index.ts'
import { FrozenService } from '../workloads/release.schemas.ts'
import { diffReleases } from './deployment-diff.policy.ts'
import { listLogChunks } from './deployment-log.repository.ts'
import { deploymentProblems } from './deployments.problems.ts'
import { findLiveBefore } from './deployments.repository.ts'
import type { DeploymentPath } from './deployments.service.ts'
import { type DeploymentDiff, type LogPage, type LogQuery, StoredLogChunk } from './live-view.schemas.ts'
import { requireDeployment } from './read-deployment.query.ts'

export interface LiveViewService {
  /** Throws 404 when the deployment doesn't exist. */
  require(actor: Actor, path: DeploymentPath): Promise<void>
  logs(actor: Actor, path: DeploymentPath, query: LogQuery): Promise<LogPage>
  diff(actor: Actor, path: DeploymentPath, against: Id<'dep'> | undefined): Promise<DeploymentDiff>
}

export function createLiveViewService({ database }: { database: Database }): LiveViewService {
  return {
    async require({ organizationId }, { id, did }) {
      await database.tenant(organizationId, (tx) =>
        requireDeployment(tx, organizationId, { id: did, environmentId: id }),
      )
    },
    async logs({ organizationId }, { id, did }, { limit, ...query }) {
      const rows = await database.tenant(organizationId, async (tx) => {
        await requireDeployment(tx, organizationId, { id: did, environmentId: id })
        return await listLogChunks(tx, organizationId, { id: did, limit, ...query })
      })
      const items = rows.slice(0, limit).map(({ seq, data }) => {
        const { at, ...chunk } = StoredLogChunk.parse(data)
        return { seq, ...chunk, at: new Date(at) }
      })
      return { items, nextAfter: rows.length > limit ? (items.at(-1)?.seq ?? null) : null }
    },
    diff: ({ organizationId }, { id, did }, against) =>
      database.tenant(organizationId, async (tx) => {
        const row = await requireDeployment(tx, organizationId, { id: did, environmentId: id })
        if (against !== undefined) await requireDeployment(tx, organizationId, { id: against, environmentId: id })
        const to = await readRelease(tx, organizationId, did)
        if (to === null) throw new AppError(deploymentProblems.release_unknown)
        const before = against ?? (await findLiveBefore(tx, organizationId, { environmentId: id, number: row.number }))
        const from = before === null ? null : await readRelease(tx, organizationId, before)
        if (against !== undefined && from === null) throw new AppError(deploymentProblems.release_unknown)
        return { from: from === null ? null : before, to: did, ...diffReleases(from, to) }
      }),
  }
}

async function readRelease(tx: Tx, organizationId: OrganizationId, id: Id<'dep'>) {
  const release = await findReleaseOf(tx, organizationId, id)
  if (release === undefined) return null
  return { ...release, services: z.array(FrozenService).parse(release.services) }
}
