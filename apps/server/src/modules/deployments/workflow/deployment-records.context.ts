/**
 * Implements the records of the deployment steps in PostgreSQL. Data of other modules comes through their entry points.
 */
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { changeEnvironmentState, findEnvironment, updateFileConfiguration } from '../../environments/index.ts'
import { findServerNames } from '../../servers/index.ts'
import { readCurrentAllowances } from '../../servers/worker.ts'
import { listNewerDeployments, markImagesRemoved, saveRelease } from '../../workloads/index.ts'
import type { WorkloadRecords } from '../../workloads/worker.ts'
import { addDeploymentWarnings, findDeployment, updateDeployment } from '../deployments.repository.ts'
import { makeLive } from '../make-live.action.ts'
import { publishDeploymentStatus } from '../publish-deployment-status.action.ts'
import { reportCommitStatus } from '../report-commit-status.action.ts'
import type { DeploymentRecord, DeploymentRecords } from './deploy.context.ts'
import { subjectOf } from './deploy-step.context.ts'

/** Returns whether a template that isn't part of this release created the environment. */
export type IsFromElsewhere = (tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>) => Promise<boolean>

export function createDeploymentRecords({
  database,
  workloads,
  ensureRoutes,
  isFromElsewhere,
}: {
  database: Database
  workloads: WorkloadRecords
  ensureRoutes: DeploymentRecords['ensureRoutes']
  isFromElsewhere: IsFromElsewhere
}): DeploymentRecords {
  return {
    ...workloads,
    ensureRoutes,
    deployment: (organizationId, id) => database.tenant(organizationId, (tx) => readRecord(tx, organizationId, id)),
    async newerDeployments(organizationId, environmentId, than) {
      const ids = await database.tenant(organizationId, (tx) =>
        listNewerDeployments(tx, organizationId, { environmentId, than }),
      )
      return ids.map((id) => brandId<'dep'>(id))
    },
    async allowances({ organizationId, environmentId, serverId }) {
      const allowed = await readCurrentAllowances(database, organizationId, serverId)
      return await database.tenant(organizationId, async (tx) => {
        const environment = await findEnvironment(tx, organizationId, environmentId)
        const names = await findServerNames(tx, organizationId, [serverId])
        // Without its row, nothing says that it isn't a preview.
        const isPreview = environment === undefined || environment.preview_number !== null
        const isForeign = await isFromElsewhere(tx, organizationId, environmentId)
        const grantless = isPreview ? 'preview' : isForeign ? 'template' : null
        return { grantless, serverName: names.get(serverId) ?? 'of the environment', allowed }
      })
    },
    async saveCommit(tx, context, commit, branch) {
      const { organizationId, deploymentId: id } = subjectOf(context)
      const row = await updateDeployment(tx, organizationId, { id, commit, branch })
      if (row !== undefined) await reportCommitStatus(tx, organizationId, row)
    },
    async saveFile(tx, context, { commit, services }) {
      const { organizationId, environmentId: id } = subjectOf(context)
      const configuration = { file: 'the file in the repository', commit, readAt: new Date().toISOString(), services }
      await updateFileConfiguration(tx, organizationId, { id, configuration })
    },
    async saveRelease(tx, context, release) {
      const { organizationId, deploymentId, environmentId } = subjectOf(context)
      const releaseId = await saveRelease(tx, organizationId, {
        ...release,
        id: newId('rel'),
        deploymentId,
        environmentId,
      })
      await updateDeployment(tx, organizationId, { id: deploymentId, releaseId })
    },
    async addWarnings(tx, context, warnings) {
      const { organizationId, deploymentId: id } = subjectOf(context)
      await addDeploymentWarnings(tx, organizationId, { id, warnings })
    },
    async markSwitched(tx, context, fence) {
      const { organizationId, deploymentId: id } = subjectOf(context)
      const row = await updateDeployment(tx, organizationId, { id, isSwitched: true, switchFence: fence })
      if (row !== undefined) await publishDeploymentStatus(tx, organizationId, row)
    },
    async markReturned(tx, context) {
      const { organizationId, deploymentId: id } = subjectOf(context)
      await addDeploymentWarnings(tx, organizationId, { id, warnings: [returned] })
    },
    async markStopped(tx, context, isStopped) {
      const { organizationId, environmentId: id } = subjectOf(context)
      await changeEnvironmentState(tx, organizationId, { id, stopped_at: isStopped ? new Date() : null })
    },
    async markLive(tx, context) {
      const { organizationId, deploymentId } = subjectOf(context)
      const row = await findDeployment(tx, organizationId, { id: deploymentId })
      if (row !== undefined) await makeLive(tx, organizationId, row)
    },
    markImagesRemoved,
  }
}

const returned = { code: 'traffic_returned', message: 'Traffic is back on the previous version.' }

async function readRecord(tx: Tx, organizationId: OrganizationId, id: Id<'dep'>): Promise<DeploymentRecord> {
  const row = await findDeployment(tx, organizationId, { id })
  const environment = row === undefined ? undefined : await findEnvironment(tx, organizationId, row.environment_id)
  if (row === undefined || environment === undefined) throw gone()
  return {
    id,
    number: row.number,
    environmentId: row.environment_id,
    projectId: environment.project_id,
    trigger: row.trigger,
    branch: row.branch,
    requestedCommit: row.requested_commit,
    givenImages: row.given_images,
    clearCache: row.clear_cache,
    releaseId: row.release_id,
    switchedAt: row.switched_at,
    isLive: row.status === 'live',
  }
}

function gone(): PermanentError {
  return new PermanentError('not_found', 'The environment was deleted in the meantime.')
}
