/** Shapes of restores; imports share the row, its states and what it says of progress and undo. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { ServiceName } from '../environments/services.schemas.ts'

export const restoreStatuses = [
  'queued', 'validating', 'snapshotting', 'restoring', 'verifying', 'switching', 'succeeded', 'failed', 'reverted', 'cancelled',
] as const // biome-ignore format: a list
export type RestoreStatus = (typeof restoreStatuses)[number]

export const restoreSources = ['backup', 'import'] as const
export type RestoreSource = (typeof restoreSources)[number]

/** As stored; on the wire it is `inPlace` and `newService`. */
export const restoreTargets = ['in_place', 'new_service'] as const
export type RestoreTarget = (typeof restoreTargets)[number]

export const RestoreProgress = z
  .object({
    bytes: z.number().meta({ description: 'Of the content, as far as it was read.' }),
    totalBytes: z.number().nullable().meta({ description: 'Null while nobody knows.' }),
    statements: z.number().nullable().meta({ description: 'Of an import.' }),
  })
  .meta({ id: 'RestoreProgress' })
export type RestoreProgress = z.output<typeof RestoreProgress>

export const RestoreError = z
  .object({
    code: z.string(),
    title: z.string(),
    detail: z.string(),
    hint: z.string(),
    step: z.string().nullable(),
    logTail: z.string().optional(),
  })
  .meta({ id: 'RestoreError' })
export type RestoreError = z.output<typeof RestoreError>

/** Of both, restores and imports. */
export const restoreFields = {
  environmentId: idOf('env'),
  serviceId: idOf('svc').meta({ description: 'The service that gets the data; of `newService` the new one.' }),
  status: z.enum(restoreStatuses),
  safetyBackupId: idOf('bkp')
    .nullable()
    .meta({ description: 'A backup of what was there, made before anything changed.' }),
  undoUntil: Time.nullable().meta({
    description: 'Until then one call brings the old data back; null: nothing to undo.',
  }),
  confirmedAt: Time.nullable(),
  revertedAt: Time.nullable(),
  progress: RestoreProgress.nullable(),
  error: RestoreError.nullable(),
  createdBy: idOf('usr').nullable(),
  createdAt: Time,
  updatedAt: Time,
  startedAt: Time.nullable(),
  switchedAt: Time.nullable().meta({ description: 'Since then the database serves the new data.' }),
  finishedAt: Time.nullable(),
}

export const Restore = z
  .object({
    id: idOf('rst'),
    backupId: idOf('bkp').nullable(),
    target: z.enum(['inPlace', 'newService']),
    volume: z
      .string()
      .nullable()
      .meta({ description: 'Of an app: which of its volumes gets the content. Null: it is the data of a database.' }),
    ...restoreFields,
  })
  .meta({ id: 'Restore' })
export type Restore = z.output<typeof Restore>

export const RestorePath = z.strictObject({ id: idOf('env'), rid: idOf('rst') })
export const RestoreBackupPath = z.strictObject({ id: idOf('env'), bid: idOf('bkp') })
export const RestoresPath = z.strictObject({ id: idOf('env') })
export const RestoresQuery = PageQuery

export const RestoreBody = z
  .strictObject({
    target: z.enum(['inPlace', 'newService']).meta({
      description:
        '`inPlace`: the database or the volume itself gets the data of the backup, after a brief stop. `newService`: a second database beside it, started by the next deployment; not for volumes.',
    }),
    confirm: z
      .string()
      .max(100)
      .meta({ description: 'Name of the environment, so that nobody restores the wrong one.', example: 'production' }),
    serviceName: ServiceName.optional().meta({
      description: 'Of `newService`. Default: the old name and `-restored`.',
    }),
    serviceId: idOf('svc').optional().meta({
      description:
        'Service to restore into, for `inPlace` and a backup of a deleted environment. Needed if more than one service fits.',
    }),
    safetyBackup: z.boolean().default(true).meta({
      description:
        'Backs up what is there before anything changes. False only for a database that cannot be read any more; its old volume is kept in any case.',
    }),
  })
  .meta({ id: 'RestoreRequest' })
export type RestoreBody = z.output<typeof RestoreBody>
