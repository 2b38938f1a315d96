/** Lifecycle of a restore or an import; pure. */
import type { RestoreStatus } from './restores.schemas.ts'

/** Descriptions of the states, used to generate the reference page. */
export const restoreStatusDescriptions: Record<RestoreStatus, string> = {
  queued: 'Queued in the environment.',
  validating: "Longshore checks the backup and the server's free disk space. Nothing has changed.",
  snapshotting: 'Longshore is backing up the current data.',
  restoring: 'Longshore restores the data into a new volume. The database keeps serving the old data.',
  verifying: 'Longshore reads the new volume back and compares it with the backup.',
  switching:
    'The database restarts with the new volume, and all apps of the environment restart. They are down briefly.',
  succeeded: 'The database serves the new data. You can undo this until `undoUntil`.',
  failed: 'The old data is unchanged. `error` shows the cause and what to do.',
  reverted: 'The restore was undone. The old data is in place again.',
  cancelled: 'Someone canceled the restore before the switch. Nothing was changed.',
}

export const restoreStatusOfStep = {
  validate: 'validating',
  snapshot: 'snapshotting',
  fill: 'restoring',
  verify: 'verifying',
  switch: 'switching',
  'restart-apps': 'switching',
} as const satisfies Record<string, RestoreStatus>

export function restoreStatusDuring(step: string): RestoreStatus | undefined {
  return Object.entries(restoreStatusOfStep).find(([name]) => name === step)?.[1]
}
