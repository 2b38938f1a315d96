import type { DrillRow } from './drills.repository.ts'
import type { Drill, RecoverySettings } from './drills.schemas.ts'
import type { RecoverySettingsRow } from './recovery-settings.repository.ts'

export function toDrill(row: DrillRow): Drill {
  return {
    id: row.id,
    environmentId: row.environment_id,
    serverId: row.server_id,
    status: row.status,
    trigger: row.trigger,
    recoverySeconds: toSeconds(row.recovery_ms),
    dataAgeSeconds: toSeconds(row.data_age_ms),
    error: row.error,
    createdBy: row.created_by,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

export function toRecoverySettings(row: RecoverySettingsRow | undefined): RecoverySettings {
  return {
    drillEvery: row?.drill_every ?? null,
    drillServerId: row?.drill_server_id ?? null,
    maxRecoveryMinutes: row?.max_recovery_minutes ?? null,
    maxLossMinutes: row?.max_loss_minutes ?? null,
    nextDrillAt: row?.next_drill_at ?? null,
  }
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.ceil(Number(ms) / 1_000)
}
