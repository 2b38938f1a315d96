/** Schemas of restores; imports share the row, its states, its progress and its undo. */
import { z } from 'zod'
import { idOf, Time } from '../../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../../platform/pagination/page.schemas.ts'
import { ServiceName } from '../../environments/services.schemas.ts'

export const restoreStatuses = [
  'queued', 'validating', 'snapshotting', 'restoring', 'verifying', 'switching', 'succeeded', 'failed', 'reverted', 'cancelled',
] as const // biome-ignore format: a list
export type RestoreStatus = (typeof restoreStatuses)[number]

export const restoreSources = ['backup', 'import'] as const
export type RestoreSource = (typeof restoreSources)[number]

/** Stored values; on the wire they are `inPlace` and `newService`. */
export const restoreTargets = ['in_place', 'new_service'] as const
export type RestoreTarget = (typeof restoreTargets)[number]

export const RestoreProgress = z
  .object({
    bytes: z.number().meta({ description: 'Number of bytes read from the source so far.' }),
    totalBytes: z
      .number()
      .nullable()
      .meta({ description: 'Number of bytes to read in total. Null while this is not known yet.' }),
    statements: z
      .number()
      .nullable()
      .meta({ description: 'Number of SQL statements run so far. Null for restores of backups.' }),
  })
  .meta({ id: 'RestoreProgress', description: 'How far a restore or import has come.' })
export type RestoreProgress = z.output<typeof RestoreProgress>

export const RestoreError = z
  .object({
    code: z.string().describe('Stable machine-readable reason; `GET /failures` explains it.'),
    title: z.string().describe('Short summary of the failure, for a headline.'),
    detail: z.string().describe('What went wrong, in a sentence for people.'),
    hint: z.string().describe('Next step that usually resolves the problem.'),
    step: z.string().nullable().describe('Step that failed, such as `verify`. Null if none had started.'),
    logTail: z.string().optional().describe('Last lines that the database printed, if it printed any.'),
  })
  .meta({ id: 'RestoreError', description: 'What went wrong in a restore or import, and what to do about it.' })
export type RestoreError = z.output<typeof RestoreError>

/** Fields that restores and imports share. */
export const restoreFields = {
  environmentId: idOf('env'),
  serviceId: idOf('svc').meta({
    description: 'Service that receives the data. For `newService` this is the new database.',
  }),
  status: z
    .enum(restoreStatuses)
    .describe(
      '`queued`: it waits for other work in the environment. `validating`: Longshore reads the source and checks that the server has enough room. `snapshotting`: it backs up the current data. `restoring`: it loads the data into a new volume while the database keeps serving the old one. `verifying`: it reads the new volume back and compares it. `switching`: it restarts the database with the new volume and then all apps of the environment, a brief stop. `succeeded`: the database serves the new data. `failed`: the old data is still in place; see `error`. `reverted`: you undid it, and the old data is back. `cancelled`: it was stopped before the switch, and nothing changed.',
    ),
  safetyBackupId: idOf('bkp').nullable().meta({
    description: 'Backup of the previous data, created before anything changed. Null if you switched it off.',
  }),
  undoUntil: Time.nullable().meta({
    description: 'Moment until which one call brings the old data back. Null if there is nothing to undo.',
  }),
  confirmedAt: Time.nullable().describe(
    'When someone decided to keep the new data, which deleted the old volume. Null otherwise.',
  ),
  revertedAt: Time.nullable().describe('When the undo was complete. Null if nobody undid it.'),
  progress: RestoreProgress.nullable().describe('How much of the data has been read. Null before the first byte.'),
  error: RestoreError.nullable().describe('Why it failed. Null otherwise.'),
  warning: RestoreError.nullable().describe(
    'Which apps of the environment didn’t become healthy after the restore, the import, or its undo. Null if all did.',
  ),
  createdBy: idOf('usr').nullable().describe('Person who requested it. Null if the account was deleted.'),
  createdAt: Time.describe('When someone requested it.'),
  updatedAt: Time.describe('When the restore or import last made progress.'),
  startedAt: Time.nullable().describe('When Longshore started to work on it. Null while it is queued.'),
  switchedAt: Time.nullable().meta({
    description: 'Since when the database serves the new data. Null before the switch.',
  }),
  finishedAt: Time.nullable().describe('When it ended, whatever the result. Null until then.'),
}

const Target = z
  .enum(['inPlace', 'newService'])
  .describe(
    'Where the data goes. `inPlace`: into the database or volume itself, with a brief stop of all apps of the environment. `newService`: into a second database next to it, which the next deployment starts. Volumes can only be restored in place.',
  )

export const Restore = z
  .object({
    id: idOf('rst'),
    backupId: idOf('bkp').nullable().describe('Backup that is restored. Null if the backup was deleted since.'),
    target: Target,
    volume: z
      .string()
      .nullable()
      .meta({ description: 'Name of the volume that receives the data. Null if a database is restored.' }),
    ...restoreFields,
  })
  .meta({ id: 'Restore', description: 'Replaces the data of a database or volume with a backup.' })
export type Restore = z.output<typeof Restore>

export const RestorePath = z.strictObject({ id: idOf('env'), rid: idOf('rst') })
export const RestoreBackupPath = z.strictObject({ id: idOf('env'), bid: idOf('bkp') })
export const RestoresPath = z.strictObject({ id: idOf('env') })
export const RestoresQuery = PageQuery

export const RestoreBody = z
  .strictObject({
    target: Target,
    confirm: z.string().max(100).meta({
      description: 'Name of the environment, as a safeguard against restoring the wrong one.',
      example: 'production',
    }),
    serviceName: ServiceName.optional().meta({
      description: 'Name of the new database. Only for `newService`; defaults to the old name followed by `-restored`.',
    }),
    serviceId: idOf('svc').optional().meta({
      description:
        'Service to restore into. Only for `inPlace` with a backup of a deleted environment, and only needed if more than one service fits.',
    }),
    safetyBackup: z.boolean().default(true).meta({
      description:
        'Backs up the current data before anything changes. Set it to false only for a database that can no longer be read. The old volume is kept in any case.',
    }),
  })
  .meta({ id: 'RestoreRequest' })
export type RestoreBody = z.output<typeof RestoreBody>
