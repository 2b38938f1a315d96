/** Maps a row to the API and the stream. */
import type { DeploymentRow } from './deployments.repository.ts'
import { Deployment } from './deployments.schemas.ts'
import type { WaitingFor } from './waiting-for.policy.ts'

export interface DeploymentExtras {
  release: { images: Record<string, string>; isKept: boolean } | undefined
  waitingFor: WaitingFor | null
  medianDurationMs: number | null
}

export function toDeployment(row: DeploymentRow, extras: DeploymentExtras): Deployment {
  const wasLive = row.status === 'live' || row.status === 'retired'
  return {
    id: row.id,
    environmentId: row.environment_id,
    number: row.number,
    status: row.status,
    step: row.step,
    trigger: row.trigger,
    serverId: row.server_id,
    branch: row.branch,
    commit: row.commit,
    images: extras.release?.images ?? {},
    waitingFor: extras.waitingFor,
    supersededBy: row.superseded_by,
    rollbackOf: row.rollback_of,
    promotedFrom: row.promoted_from,
    canRollBackTo: wasLive && extras.release?.isKept === true,
    createdBy: row.created_by,
    warnings: row.warnings,
    error: row.error,
    diagnosis: row.diagnosis,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: row.started_at,
    switchedAt: row.switched_at,
    finishedAt: row.finished_at,
    durationMs:
      row.finished_at === null ? null : row.finished_at.getTime() - (row.started_at ?? row.created_at).getTime(),
    medianDurationMs: extras.medianDurationMs,
  }
}

export function toStatusEvent(deployment: Deployment): { kind: 'status'; data: unknown } {
  return { kind: 'status', data: Deployment.encode(deployment) }
}
