/**
 * Starts a scheduled deployment when its time has come, or drops it and reports why. The transaction that starts the
 * deployment also ends the row, so it starts once, whatever dies in between.
 */
import type { Actor } from '../../../platform/access/actor.ts'
import { permissionsFor } from '../../../platform/access/project-access.ts'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { readDatabaseTime } from '../../../platform/database/database-clock.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { recordSystemAudit } from '../../audit/index.ts'
import { findEnvironment, publishEnvironmentUpdated } from '../../environments/index.ts'
import { publishEnvironmentNotice } from '../../notices/index.ts'
import { findActingMember } from '../../organizations/index.ts'
import { startDeployment } from '../start-deployment.action.ts'
import { dropReasons } from './scheduled-deployments.problems.ts'
import {
  endScheduledDeployment,
  lockPendingScheduled,
  type ScheduledDeploymentRow,
} from './scheduled-deployments.repository.ts'
import type { DropReason } from './scheduled-deployments.schemas.ts'
import type { DueScheduled } from './scheduled-deployments.system-repository.ts'
import { isTooLate } from './start-time.policy.ts'

/** Has no effect if the deployment has already started or was canceled. */
export async function startScheduled(database: Database, { id, organizationId }: DueScheduled): Promise<void> {
  try {
    await database.tenant(organizationId, async (tx) => {
      const row = await lockPendingScheduled(tx, organizationId, id)
      if (row !== undefined) await start(tx, organizationId, row)
    })
  } catch (error) {
    const reason = error instanceof Dropped ? error.reason : reasonOf(error)
    // Anything else may work in the next round.
    if (reason === undefined) throw error
    await database.tenant(organizationId, (tx) => drop(tx, organizationId, { id, reason }))
  }
}

class Dropped extends Error {
  readonly reason: DropReason

  constructor(code: keyof typeof dropReasons) {
    super(code)
    this.reason = { code, ...dropReasons[code] }
  }
}

/** Refusals that a later attempt would get again. */
function reasonOf(error: unknown): DropReason | undefined {
  if (!(error instanceof AppError) || error.problem.status >= 500) return undefined
  const { problem, message, hint } = error
  return { code: problem.code, title: problem.title, detail: message, hint }
}

async function start(tx: Tx, organizationId: OrganizationId, row: ScheduledDeploymentRow): Promise<void> {
  const environment =
    row.environment_id === null ? undefined : await findEnvironment(tx, organizationId, row.environment_id)
  if (environment === undefined) throw new Dropped('environment_deleted')
  if (isTooLate(row.start_at, await readDatabaseTime(tx))) throw new Dropped('too_late')
  const by = await findActor(tx, organizationId, row)
  if (by === undefined || !permissionsFor(by, environment.project_id).has('deployments:write'))
    throw new Dropped('no_longer_allowed')
  const { id: deploymentId } = await startDeployment(tx, organizationId, {
    by,
    environmentId: environment.id,
    trigger: 'schedule',
    branch: row.branch,
    commit: row.requested_commit,
    clearCache: row.clear_cache,
  })
  await endScheduledDeployment(tx, organizationId, { id: row.id, end: { status: 'started', deploymentId } })
}

/** Acts for the person or token with the permissions that they have now. */
async function findActor(tx: Tx, organizationId: OrganizationId, row: ScheduledDeploymentRow) {
  const { created_by: userId, created_by_token: tokenId } = row
  const member = userId === null ? undefined : await findActingMember(tx, organizationId, { userId, tokenId })
  if (member === undefined) return undefined
  const request = { requestId: '', ip: '', userAgent: '', idempotency: null, ifMatch: null } as const
  const actor: Actor = { ...member, ...request, organizationId, sessionId: null, authenticatedAt: null }
  return actor
}

async function drop(
  tx: Tx,
  organizationId: OrganizationId,
  { id, reason }: { id: DueScheduled['id']; reason: DropReason },
): Promise<void> {
  const row = await endScheduledDeployment(tx, organizationId, { id, end: { status: 'dropped', reason } })
  if (row === undefined) return
  const { environment_id: environmentId, environment_name: name, start_at: startAt } = row
  const environment = environmentId === null ? undefined : await findEnvironment(tx, organizationId, environmentId)
  await recordSystemAudit(tx, organizationId, {
    action: 'scheduled_deployment.dropped',
    targetKind: 'scheduled_deployment',
    targetId: id,
    detail: {
      ...(environment === undefined ? {} : { environmentId: encodeId('env', environment.id) }),
      name,
      startAt: startAt.toISOString(),
      code: reason.code,
      reason: reason.detail,
    },
  })
  if (environment !== undefined) {
    await publishEnvironmentNotice(tx, organizationId, {
      environmentId: environment.id,
      causeKey: `deployment_not_started:${id}`,
      payload: (place) => ({
        event: 'deployment_not_started',
        ...place,
        scheduled: { id: encodeId('sdp', id), startAt: startAt.toISOString(), branch: row.branch },
        failure: reason,
      }),
    })
    const change = { id: environment.id, projectId: environment.project_id, action: 'schedule_dropped' }
    await publishEnvironmentUpdated(tx, organizationId, change)
  }
}
