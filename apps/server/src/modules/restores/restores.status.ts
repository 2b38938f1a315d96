/** The life of a restore or an import at a glance; pure. */
import type { RestoreStatus } from './restores.schemas.ts'

/** What each state means; the reference page is made of it. */
export const restoreStatusMeanings: Record<RestoreStatus, string> = {
  queued: 'Accepted; it waits for its turn in the environment.',
  validating: 'What is to be restored is looked at, and whether the server has room for it. Nothing was changed.',
  snapshotting: 'A backup of what is there now is being made.',
  restoring: 'The data goes into a new volume that nobody uses yet. The database serves the old data.',
  verifying: 'The new volume is read back and compared with what the backup says it holds.',
  switching: 'The database is stopped and started with the new volume: a brief stop.',
  succeeded: 'The database serves the new data. Until `undoUntil` one call brings the old data back.',
  failed: 'The old data is in place, as it was; `error` says why and what to do.',
  reverted: 'It was undone: the old data is in place again.',
  cancelled: 'Ended by somebody before the switch; nothing was changed.',
}

export const restoreStatusOfStep = {
  validate: 'validating',
  snapshot: 'snapshotting',
  fill: 'restoring',
  verify: 'verifying',
  switch: 'switching',
} as const satisfies Record<string, RestoreStatus>

export function restoreStatusDuring(step: string): RestoreStatus | undefined {
  return Object.entries(restoreStatusOfStep).find(([name]) => name === step)?.[1]
}
