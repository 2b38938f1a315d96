import { HardeningRun } from './harden.schemas.ts'
import type { HardeningRunRow } from './hardening-runs.repository.ts'

export function toHardeningRun(row: HardeningRunRow): HardeningRun {
  return {
    id: row.id,
    serverId: row.server_id,
    kind: row.kind,
    status: row.status,
    changes: row.changes,
    skipped: row.skipped,
    confirmTimeoutSeconds: row.confirm_timeout_seconds,
    armedUntil: row.armed_until,
    reverts: row.reverts,
    revertedAt: row.undone_at,
    error: row.error,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

/** Events have a size limit; a very long plan is streamed without its texts. */
const maxStreamedBytes = 64 << 10

export function toRunEvent(row: HardeningRunRow): { kind: 'status'; data: unknown } {
  const data = HardeningRun.encode(toHardeningRun(row))
  if (JSON.stringify(data).length <= maxStreamedBytes) return { kind: 'status', data }
  const changes = data.changes.map((change) => ({ ...change, before: '', after: '', diff: '' }))
  return { kind: 'status', data: { ...data, changes } }
}
