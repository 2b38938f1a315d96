/** Shapes of backups. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { dumpEngines, rowHashes } from '../databases/manifest.schemas.ts'

export const backupKinds = ['scheduled', 'manual', 'pre_restore', 'import', 'final'] as const
export type BackupKind = (typeof backupKinds)[number]

export const backupStatuses = [
  'queued', 'preparing', 'dumping', 'uploading', 'verifying', 'succeeded', 'failed', 'cancelled', 'expired',
] as const // biome-ignore format: one life
export type BackupStatus = (typeof backupStatuses)[number]

export const BackupError = z
  .object({
    code: z.string().meta({ example: 'backup_tool_failed' }),
    title: z.string(),
    detail: z.string(),
    hint: z.string(),
    step: z.string().nullable(),
    exitCode: z.int().optional(),
    logTail: z.string().optional(),
  })
  .meta({ id: 'BackupError' })
export type BackupError = z.output<typeof BackupError>

/** What a trial restore found; signed, whatever it says. */
export const BackupProof = z
  .object({
    outcome: z.enum(['passed', 'failed']),
    at: z.string().meta({ example: '2026-11-15T09:30:00.000Z' }),
    differences: z
      .array(z.string())
      .meta({ description: 'What the restored copy has otherwise; empty when it passed.' }),
    statement: z
      .string()
      .meta({ description: 'The text that was signed: JSON with the backup, its hashes and the outcome.' }),
    signature: z.string().meta({ description: 'Ed25519 over the bytes of the statement, in base64.' }),
    publicKey: z.string().meta({ description: 'SPKI in base64.' }),
  })
  .meta({ id: 'BackupProof', description: 'What a trial restore found, signed with the key of the organisation.' })
export type BackupProof = z.output<typeof BackupProof>

const ContentSummary = z
  .object({
    databaseName: z.string().nullable(),
    tables: z.array(z.object({ name: z.string(), rows: z.int(), digest: z.string() })).meta({
      description: 'The first 1,000, in the order of the dump, each with the hash of its rows.',
    }),
    rowHash: z.enum(rowHashes).meta({ description: 'What rows are hashed with.' }),
    tableCount: z.int(),
    rowCount: z.int(),
    objectCount: z.int(),
    entries: z
      .int()
      .nullable()
      .meta({ description: 'Of Redis: keys that do not expire. Of a volume: files and folders.' }),
    plainBytes: z.int(),
  })
  .meta({ id: 'BackupContent', description: 'Read from the dump itself while it passed.' })
export type ContentSummary = z.output<typeof ContentSummary>

/** While it is dumped. */
export const BackupProgress = z
  .object({ plainBytes: z.int().meta({ description: 'Of the dump so far.' }), at: Time })
  .meta({ id: 'BackupProgress' })

export const Backup = z
  .object({
    id: idOf('bkp'),
    environmentId: idOf('env').nullable().meta({ description: 'Null: the environment was deleted.' }),
    environmentName: z
      .string()
      .nullable()
      .meta({ description: 'Name of the deleted environment; null while it exists.', example: 'Production' }),
    projectName: z
      .string()
      .nullable()
      .meta({ description: 'Project of the deleted environment; null while it exists.', example: 'Shop' }),
    serviceId: idOf('svc'),
    serviceName: z.string().meta({ example: 'db' }),
    volume: z.string().nullable().meta({ description: 'Null: the data of the database.' }),
    kind: z.enum(backupKinds),
    status: z.enum(backupStatuses),
    sizeBytes: z.int().nullable().meta({ description: 'Of the archive as it is stored.' }),
    sha256: z.string().nullable().meta({ description: 'Of the archive as it is stored.' }),
    encrypted: z.literal(true),
    engine: z.enum(dumpEngines),
    engineVersion: z.string().nullable().meta({ example: '17.6' }),
    engineImage: z.string().nullable().meta({ example: 'postgres:17' }),
    content: ContentSummary.nullable(),
    provenAt: Time.nullable().meta({ description: 'When a trial restore of it passed.' }),
    proof: BackupProof.nullable(),
    destination: z
      .object({ id: idOf('bds'), objectKey: z.string().nullable() })
      .nullable()
      .meta({ description: 'Where it is kept; null: not known yet, or the destination was removed.' }),
    startedAt: Time.nullable(),
    finishedAt: Time.nullable(),
    error: BackupError.nullable(),
    version: z.int(),
    createdBy: idOf('usr').nullable(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Backup' })
export type Backup = z.output<typeof Backup>

export const BackupsParams = z.object({ id: idOf('env') })
export const BackupParams = z.object({ id: idOf('env'), bid: idOf('bkp') })

export const DetachedBackupParams = z.object({ bid: idOf('bkp') })
export const DetachedBackupsQuery = PageQuery.extend({
  destinationId: idOf('bds').optional().meta({ description: 'Only those in this storage location.' }),
})
export type DetachedBackupsQuery = z.output<typeof DetachedBackupsQuery>

export const BackupsQuery = PageQuery.extend({
  serviceId: idOf('svc').optional(),
  status: z.enum(backupStatuses).optional(),
  kind: z.enum(backupKinds).optional(),
})
export type BackupsQuery = z.output<typeof BackupsQuery>

export const TriggerBackupBody = z
  .strictObject({
    serviceId: idOf('svc').optional().meta({ description: 'Left out: every database and volume of the environment.' }),
  })
  .meta({ id: 'TriggerBackupRequest' })
export type TriggerBackupBody = z.output<typeof TriggerBackupBody>

export const TriggeredBackups = z.object({ items: z.array(Backup) }).meta({ id: 'TriggeredBackups' })
export type TriggeredBackups = z.output<typeof TriggeredBackups>
