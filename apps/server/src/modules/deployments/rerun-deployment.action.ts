/** Runs an earlier deployment again: its frozen release (rollback, promotion) or the same source (redeploy). */
import { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { listVariables, requireEnvironment } from '../environments/index.ts'
import { findReleaseOf, listNewerReleases, type ReleaseRow } from '../workloads/index.ts'
import { FrozenService } from '../workloads/release.schemas.ts'
import { deploymentProblems } from './deployments.problems.ts'
import type { Deployment, DeploymentWarning } from './deployments.schemas.ts'
import { requireDeployment } from './read-deployment.query.ts'
import type { Checkpoint } from './rehearsals/rehearsal.schemas.ts'
import { findFirstCheckpoints } from './rehearsals/rehearsals.repository.ts'
import { startDeployment } from './start-deployment.action.ts'

interface Which {
  environmentId: Id<'env'>
  id: Id<'dep'>
}

/** Deploys the same commit or images with the current configuration. */
export async function redeploy(tx: Tx, actor: Actor, { environmentId, id }: Which): Promise<Deployment> {
  const row = await requireDeployment(tx, actor.organizationId, { id, environmentId })
  return await startDeployment(tx, actor.organizationId, {
    by: actor,
    environmentId,
    trigger: actor.kind === 'token' ? 'api' : 'manual',
    branch: row.branch,
    commit: row.commit?.sha ?? row.requested_commit,
    images: row.given_images,
  })
}

/** Runs a frozen release again without a build. */
export async function rollBack(tx: Tx, actor: Actor, { environmentId, id }: Which): Promise<Deployment> {
  const { organizationId } = actor
  const row = await requireDeployment(tx, organizationId, { id, environmentId })
  const release = await findReleaseOf(tx, organizationId, id)
  const wasLive = row.status === 'live' || row.status === 'retired'
  if (!wasLive || release === undefined || release.imagesRemovedAt !== null)
    throw new AppError(deploymentProblems.release_not_kept)
  return await startDeployment(tx, organizationId, {
    by: actor,
    environmentId,
    trigger: 'rollback',
    branch: release.branch,
    releaseId: release.id,
    rollbackOf: id,
    rolledBackTo: row.number,
    warnings: await whatStays(tx, organizationId, { environmentId, release, number: row.number }),
  })
}

/** Returns warnings about changes that a rollback doesn't undo. */
async function whatStays(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, release, number }: { environmentId: Id<'env'>; release: ReleaseRow; number: number },
): Promise<DeploymentWarning[]> {
  const newer = await listNewerReleases(tx, organizationId, { environmentId, than: release.id })
  const migrated = newer.some((each) =>
    servicesOf(each).some(({ configuration }) => configuration.releaseCommand !== null),
  )
  const hasData = servicesOf(release).some(
    ({ image, configuration }) => image === null || configuration.volumes.length > 0,
  )
  const back = `Code, images, settings, and variables return to #${number}.`
  if (migrated) {
    const stay = { code: 'migrations_stay', message: `${back} Changes that release commands made since then stay.` }
    const earlier = await findFirstCheckpoints(tx, organizationId, { environmentId, after: number })
    return earlier === undefined ? [stay] : [stay, describeCheckpoints(earlier)]
  }
  if (hasData) return [{ code: 'data_stays', message: `${back} Databases and volumes keep their data.` }]
  return []
}

/** States plainly what a restore would lose. */
function describeCheckpoints({
  number,
  checkpoints,
}: {
  number: number
  checkpoints: readonly Checkpoint[]
}): DeploymentWarning {
  const backups = checkpoints.map(({ service, backupId, at }) => {
    return `${service} as of ${at.toISOString()} (${encodeId('bkp', backupId)})`
  })
  return {
    code: 'checkpoint_available',
    message: `To return to the data from right before the release command of #${number} too, restore these backups: ${backups.join(', ')}. Everything written after these times is lost.`,
  }
}

/** Deploys the live release of another environment of the project: same images, own variables. */
export async function promote(
  tx: Tx,
  actor: Actor,
  { environmentId, fromEnvironmentId }: { environmentId: Id<'env'>; fromEnvironmentId: Id<'env'> },
): Promise<Deployment> {
  const { organizationId } = actor
  const to = await requireEnvironment(tx, organizationId, environmentId)
  const from = await requireEnvironment(tx, organizationId, fromEnvironmentId)
  const liveId = from.live_deployment_id
  const release = liveId === null ? undefined : await findReleaseOf(tx, organizationId, liveId)
  const isSame = from.id === to.id || from.project_id !== to.project_id
  if (isSame || liveId === null || release === undefined) throw new AppError(deploymentProblems.nothing_to_promote)
  const keys = new Set((await listVariables(tx, organizationId, [environmentId])).map(({ key }) => key))
  const missing = [...new Set(release.variables.map(({ key }) => key))].filter((key) => !keys.has(key))
  const message = `Variables from ${from.name} that are missing here: ${missing.slice(0, 20).join(', ')}.`
  return await startDeployment(tx, organizationId, {
    by: actor,
    environmentId,
    trigger: 'promotion',
    branch: release.branch,
    releaseId: release.id,
    promotedFrom: liveId,
    warnings: missing.length === 0 ? [] : [{ code: 'variables_missing', message }],
  })
}

function servicesOf(release: ReleaseRow): FrozenService[] {
  return z.array(FrozenService).parse(release.services)
}
