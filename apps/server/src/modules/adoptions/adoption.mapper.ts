import type { AdoptionRow } from './adoptions.repository.ts'
import { type Adoption, AdoptionError, ComparedResponses, CopyEvidences } from './adoptions.schemas.ts'

export function toAdoption(row: AdoptionRow): Adoption {
  return {
    environmentId: row.environment_id,
    serverId: row.server_id,
    composeProject: row.compose_project,
    status: row.status,
    deploymentId: row.deployment_id,
    bytes: row.bytes === null ? null : Number(row.bytes),
    expectedDowntimeSeconds: row.expected_downtime_seconds,
    downtimeMs: row.downtime_ms === null ? null : Number(row.downtime_ms),
    copied: CopyEvidences.parse(row.copied),
    compared: ComparedResponses.parse(row.compared),
    error: row.error === null ? null : AdoptionError.parse(row.error),
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    switchedAt: row.switched_at,
    confirmedAt: row.confirmed_at,
  }
}
