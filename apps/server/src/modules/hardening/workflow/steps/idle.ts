import type { HardeningRunRow } from '../../hardening-runs.repository.ts'

/** Everything is already in order: later steps do nothing, and the server isn't touched. */
export function isIdle(row: HardeningRunRow): boolean {
  return row.kind === 'harden' && row.changes.length === 0
}
