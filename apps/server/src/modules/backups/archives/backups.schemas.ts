import { z } from 'zod'
import { idOf, Time } from '../../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../../platform/pagination/page.schemas.ts'
import { dumpEngines, rowHashes } from '../engines/manifest.schemas.ts'

export const backupKinds = ['scheduled', 'manual', 'pre_restore', 'import', 'final'] as const
export type BackupKind = (typeof backupKinds)[number]

export const backupStatuses = [
  'queued', 'preparing', 'dumping', 'uploading', 'verifying', 'succeeded', 'failed', 'cancelled', 'expired',
] as const // biome-ignore format: one life
export type BackupStatus = (typeof backupStatuses)[number]

export const BackupError = z
  .object({
    code: z.string().meta({
      description: 'Stable code that programs can match on.',
      example: 'backup_tool_failed',
    }),
    title: z.string().meta({ description: 'Short headline for people.', example: 'The dump failed' }),
    detail: z.string().describe('What happened, with the names and numbers of this backup.'),
    hint: z.string().describe('What to do before you try again.'),
    step: z.string().nullable().meta({
      description:
        'Step that failed: `prepare`, `dump`, `upload`, or `verify`; null if it failed before the first step.',
      example: 'dump',
    }),
    exitCode: z
      .int()
      .optional()
      .meta({ description: 'Exit code of the dump program, if one ran and failed.', example: 1 }),
    logTail: z
      .string()
      .optional()
      .describe('Last lines that the dump program printed, with secrets masked. Missing if it printed nothing.'),
  })
  .meta({ id: 'BackupError', description: 'Why a backup failed.' })
export type BackupError = z.output<typeof BackupError>

/** Signed result of a restore test. */
export const RestoreTest = z
  .object({
    outcome: z
      .enum(['passed', 'failed'])
      .describe('`passed`: the restored copy matches the backup. `failed`: it differs, or it couldn’t be restored.'),
    at: z.string().meta({
      description: 'When the restore test finished, as an RFC 3339 time in UTC.',
      example: '2026-11-15T09:30:00.000Z',
    }),
    differences: z
      .array(z.string().describe('One difference, as a sentence.'))
      .describe('How the restored copy differs from the backup; empty if it passed.'),
    statement: z
      .string()
      .describe('Signed text: JSON with the backup ID, the hash of the archive, what was counted, and the outcome.'),
    signature: z.string().describe('Ed25519 signature over the bytes of `statement`, in base64.'),
    publicKey: z
      .string()
      .describe('Key to verify the signature with, as SPKI in base64. It’s the organization’s `restoreTestPublicKey`.'),
  })
  .meta({
    id: 'RestoreTest',
    description: 'Result of a restore test, signed so that you can show it to someone who doesn’t trust this instance.',
  })
export type RestoreTest = z.output<typeof RestoreTest>

const ContentSummary = z
  .object({
    databaseName: z.string().nullable().meta({
      description: 'Database that was dumped; null for Redis and volumes, which have none.',
      example: 'app',
    }),
    tables: z
      .array(
        z.object({
          name: z.string().meta({
            description: 'Qualified name of the table, in PostgreSQL including its schema.',
            example: 'public.orders',
          }),
          rows: z.int().meta({ description: 'Number of rows in the dump.', example: 1_204 }),
          digest: z.string().describe('Hash over the rows in dump order. A restored copy must have the same one.'),
        }),
      )
      .describe('First 1,000 tables in the order of the dump. Lists and streams leave it empty.'),
    digestAlgorithm: z
      .enum(rowHashes)
      .describe('Hash function of the table digests. `sha256`: SHA-256. `sha512-256`: SHA-512/256, for newer backups.'),
    tableCount: z.int().meta({ description: 'Number of tables in the dump, including those not listed.', example: 38 }),
    rowCount: z.int().meta({ description: 'Number of rows in all tables of the dump together.', example: 98_412 }),
    objectCount: z.int().meta({
      description: 'Number of other database objects, such as views, indexes, and functions.',
      example: 112,
    }),
    entries: z.int().nullable().meta({
      description:
        'Number of Redis keys that don’t expire, or of files and folders in a volume; null for SQL databases.',
      example: 512,
    }),
    uncompressedBytes: z.int().meta({
      description: 'Size of the dump in bytes, before compression and encryption.',
      example: 48_210_944,
    }),
  })
  .meta({ id: 'BackupContent', description: 'What the backup contains, counted while the dump was written.' })
export type ContentSummary = z.output<typeof ContentSummary>

/** Progress while the dump runs. */
export const BackupProgress = z
  .object({
    uncompressedBytes: z.int().meta({
      description: 'Bytes dumped so far, before compression. The final size isn’t known in advance.',
      example: 12_582_912,
    }),
    at: Time.describe('When Longshore measured it.'),
  })
  .meta({ id: 'BackupProgress', description: 'How far a running dump is.' })

const kindMeanings =
  'Why the backup exists. `scheduled`: the backup schedule. `manual`: someone started it. `pre_restore`: taken before a restore replaced the data. `import`: taken before an import. `final`: taken before its service or environment was deleted.'
const BackupKindName = z.enum(backupKinds).describe(kindMeanings)

const statusMeanings =
  '`queued`: waits for its turn. `preparing`: Longshore checks the service and the storage. `dumping`: data is being read, encrypted, and uploaded. `uploading`: a summary of the content is stored next to the archive. `verifying`: Longshore reads the archive back and compares it. `succeeded`: the archive is complete and readable. `failed`: see `error`. `cancelled`: someone canceled it. `expired`: retention deleted the archive.'
const BackupStatusName = z.enum(backupStatuses).describe(statusMeanings)

export const Backup = z
  .object({
    id: idOf('bkp').describe('ID to follow, download, restore, or delete the backup with.'),
    environmentId: idOf('env')
      .nullable()
      .describe('Environment the data came from; null if that environment was deleted.'),
    environmentName: z.string().nullable().meta({
      description: 'Name of the deleted environment; null while it exists.',
      example: 'Production',
    }),
    projectName: z.string().nullable().meta({
      description: 'Project of the deleted environment; null while it exists.',
      example: 'Shop',
    }),
    serviceId: idOf('svc').describe('Service whose data this is. It may have been deleted since.'),
    serviceName: z.string().meta({
      description: 'Name of the service when the backup started. It stays here if the service is renamed or deleted.',
      example: 'db',
    }),
    volume: z.string().nullable().meta({
      description: 'Volume whose files were backed up; null if it’s the data of a database.',
      example: 'uploads',
    }),
    kind: BackupKindName,
    status: BackupStatusName,
    sizeBytes: z.int().nullable().meta({
      description: 'Size of the stored archive in bytes, compressed and encrypted; null until the dump is done.',
      example: 9_437_184,
    }),
    sha256: z
      .string()
      .nullable()
      .describe('SHA-256 of the stored archive in hex, to check a download with; null until the dump is done.'),
    encrypted: z.literal(true).describe('Always true: Longshore encrypts every archive before it stores it.'),
    engine: z
      .enum(dumpEngines)
      .describe(
        'What was backed up. `postgres`: a PostgreSQL database. `mariadb`: a MariaDB database. `redis`: the data of a Redis server. `volume`: the files of a volume.',
      ),
    engineVersion: z.string().nullable().meta({
      description: 'Database version that the server reported; null until the dump is done.',
      example: '17.6',
    }),
    engineImage: z.string().nullable().meta({
      description:
        'Image that the dump is created with. Restores use the same one. Null until Longshore has chosen it.',
      example: 'postgres:17',
    }),
    content: ContentSummary.nullable().describe('What the backup contains; null until the dump is done.'),
    restoreTestedAt: Time.nullable().describe('When a restore test of this backup last passed; null until one has.'),
    restoreTest: RestoreTest.nullable().describe('Result of the latest restore test; null until there was one.'),
    destination: z
      .object({
        id: idOf('bds').describe('Storage location that holds the archive.'),
        objectKey: z
          .string()
          .nullable()
          .describe('Path of the archive inside the storage location; null until the dump is done.'),
      })
      .nullable()
      .describe('Where the archive is stored; null if that isn’t decided yet, or if the location was removed.'),
    lockedUntil: Time.nullable().describe(
      'Until when S3 Object Lock protects the archive: no one can delete it before, and `DELETE` responds with 409. Null if it was stored without a lock. For a failed backup, when Longshore can remove what it had stored.',
    ),
    startedAt: Time.nullable().describe('When the backup left the queue; null while it waits.'),
    finishedAt: Time.nullable().describe('When the backup succeeded, failed, or was canceled; null until then.'),
    error: BackupError.nullable().describe('Why the backup failed; null unless `status` is `failed`.'),
    version: z
      .int()
      .describe(
        'Revision of the backup, which increases with every change. Send it in `If-Match` when you delete the backup.',
      ),
    createdBy: idOf('usr')
      .nullable()
      .describe('User who started the backup; null if Longshore started it automatically.'),
    createdAt: Time.describe('When the backup was requested or became due.'),
    updatedAt: Time.describe('When its status, progress, or restore test last changed.'),
  })
  .meta({ id: 'Backup', description: 'Backup of one database or volume at one point in time.' })
export type Backup = z.output<typeof Backup>

export const BackupsParams = z.object({ id: idOf('env').describe('Environment whose data is backed up.') })
export const BackupParams = z.object({
  id: idOf('env').describe('Environment that the backup belongs to.'),
  bid: idOf('bkp').describe('Backup to act on, from `GET /environments/{id}/backups`.'),
})

export const DetachedBackupParams = z.object({
  bid: idOf('bkp').describe('Backup to act on, from `GET /backups`.'),
})
export const DetachedBackupsQuery = PageQuery.extend({
  destinationId: idOf('bds')
    .optional()
    .describe('Return only backups in this storage location. Default: all locations.'),
})
export type DetachedBackupsQuery = z.output<typeof DetachedBackupsQuery>

export const BackupsQuery = PageQuery.extend({
  serviceId: idOf('svc').optional().describe('Return only backups of this service. Default: all services.'),
  status: BackupStatusName.optional().describe(`Return only backups in this status. Default: all. ${statusMeanings}`),
  kind: BackupKindName.optional().describe(`Return only backups of this kind. Default: all. ${kindMeanings}`),
})
export type BackupsQuery = z.output<typeof BackupsQuery>

export const TriggerBackupBody = z
  .strictObject({
    serviceId: idOf('svc')
      .optional()
      .describe('Service to back up. Leave it out to back up every database and volume of the environment.'),
  })
  .meta({ id: 'TriggerBackupRequest', description: 'What to back up now.' })
export type TriggerBackupBody = z.output<typeof TriggerBackupBody>

export const TriggeredBackups = z
  .object({ items: z.array(Backup).describe('Backups that were queued, one for each database and volume.') })
  .meta({ id: 'TriggeredBackups', description: 'Backups that a request started.' })
export type TriggeredBackups = z.output<typeof TriggeredBackups>
