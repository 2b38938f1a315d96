/** Reads deployments with related data, so the API and the stream show the same. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { findServerNames } from '../servers/index.ts'
import { listReleaseImages } from '../workloads/index.ts'
import { toDeployment } from './deployment.mapper.ts'
import { listUnfinishedRuns } from './deployment-runs.repository.ts'
import { type DeploymentRow, findDeployment, findMedianDuration, listNumbers } from './deployments.repository.ts'
import type { Deployment } from './deployments.schemas.ts'
import { endedStatuses } from './deployments.status.ts'
import { describeWaiting, type WaitingFor } from './waiting-for.policy.ts'

/** Throws 404 when the deployment doesn't exist. */
export async function requireDeployment(
  tx: Tx,
  organizationId: OrganizationId,
  deployment: { id: Id<'dep'>; environmentId: Id<'env'> },
): Promise<DeploymentRow> {
  const row = await findDeployment(tx, organizationId, deployment)
  if (row === undefined) throw notFound()
  return row
}

/** All rows must belong to one environment. */
export async function readDeployments(
  tx: Tx,
  organizationId: OrganizationId,
  rows: readonly DeploymentRow[],
): Promise<Deployment[]> {
  const [first] = rows
  if (first === undefined) return []
  const releases = await listReleaseImages(
    tx,
    organizationId,
    rows.map((row) => row.id),
  )
  const releaseOf = new Map(releases.map((release) => [release.deploymentId, release]))
  const waiting = await readWaiting(tx, organizationId, rows)
  const medianDurationMs = await findMedianDuration(tx, organizationId, first.environment_id)
  return rows.map((row) =>
    toDeployment(row, {
      release: releaseOf.get(row.id),
      waitingFor: waiting.get(row.id) ?? null,
      medianDurationMs,
    }),
  )
}

export async function readDeployment(tx: Tx, organizationId: OrganizationId, row: DeploymentRow): Promise<Deployment> {
  const [deployment] = await readDeployments(tx, organizationId, [row])
  if (deployment === undefined) throw new Error('one row is one deployment')
  return deployment
}

async function readWaiting(
  tx: Tx,
  organizationId: OrganizationId,
  rows: readonly DeploymentRow[],
): Promise<Map<string, WaitingFor>> {
  const unfinished = rows.filter((row) => !endedStatuses.has(row.status))
  const runs = await listUnfinishedRuns(
    tx,
    organizationId,
    unfinished.map((row) => row.id),
  )
  const before = runs.flatMap((run) => (run.behind === null ? [] : [brandId<'dep'>(run.behind.id)]))
  const numbers = await listNumbers(tx, organizationId, before)
  const serverIds = unfinished.flatMap((row) => (row.server_id === null ? [] : [row.server_id]))
  const names = await findServerNames(tx, organizationId, serverIds)
  const waiting = new Map<string, WaitingFor>()
  for (const row of unfinished) {
    const run = runs.find((each) => each.id === row.id)
    if (run === undefined) continue
    const { behind } = run
    const found = describeWaiting({
      createdAt: row.created_at,
      waitingFor: run.waitingFor,
      behind: behind === null ? null : { kind: behind.kind, number: numbers.get(behind.id) ?? null },
      serverName: row.server_id === null ? null : (names.get(row.server_id) ?? null),
      isQueued: run.status === 'queued',
    })
    if (found !== null) waiting.set(row.id, found)
  }
  return waiting
}
