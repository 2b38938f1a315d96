import type { HardeningRunRow } from '../../hardening-runs.repository.ts'

/** Everything is in order already: the later steps have nothing to do, and the server is not touched. */
export function isIdle(row: HardeningRunRow): boolean {
  return row.kind === 'harden' && row.changes.length === 0
}
