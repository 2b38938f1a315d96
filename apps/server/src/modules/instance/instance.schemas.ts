/** Schemas of the instance itself. */
import { z } from 'zod'
import { Time } from '../../platform/ids/type-id.schemas.ts'

const InstanceBackupState = z
  .object({
    isScheduled: z.boolean().meta({
      description:
        'Whether the instance backs itself up automatically. It is false if the settings name no storage location.',
    }),
    lastSucceededAt: Time.nullable().describe(
      'When the last successful backup ended. Null if there has never been one.',
    ),
    last: z
      .object({
        status: z
          .enum(['running', 'succeeded', 'failed', 'expired'])
          .describe(
            '`running`: the backup is being created. `succeeded`: it is in its storage location. `failed`: see `problem`. `expired`: it succeeded and was deleted after its retention time.',
          ),
        startedAt: Time.describe('When the instance started the backup.'),
        finishedAt: Time.nullable().describe('When the backup was done or failed. Null while it is running.'),
        sizeBytes: z
          .number()
          .int()
          .nullable()
          .describe('Size of the encrypted archive in bytes. Null until it is complete.'),
        rows: z
          .number()
          .int()
          .nullable()
          .describe('Number of database rows in the archive. Null until it is complete.'),
        problem: z.string().nullable().meta({
          description: 'Why the backup failed, in a sentence for people. Null otherwise.',
          example: 'The storage location does not respond.',
        }),
      })
      .nullable()
      .describe('Newest backup of the instance. Null if there has never been one.'),
  })
  .meta({ id: 'InstanceBackupState', description: 'State of the backups that the instance creates of itself.' })

const InstanceRestore = z
  .object({
    backupCreatedAt: Time.meta({
      description:
        'When the restored backup was created. The instance knows nothing about what happened on servers after that.',
    }),
    restoredAt: Time.describe('When an operator restored the backup.'),
  })
  .meta({ id: 'InstanceRestore', description: 'A restore of the instance that an operator still has to confirm.' })

export const Instance = z
  .object({
    version: z.string().meta({ description: 'Version of Longshore that is running.', example: '0.1.0' }),
    hasApiDocs: z
      .boolean()
      .describe('Whether the instance serves the API reference at `/api/docs`. Its operator can turn it off.'),
    restore: InstanceRestore.nullable().meta({
      description:
        'Set after the instance was restored from a backup, until an operator confirms it. Until then, Longshore changes nothing on servers automatically. Null otherwise.',
    }),
    isOperator: z.boolean().describe('Whether your account can administer the whole instance.'),
    recoveryKit: z
      .object({
        isNeeded: z.boolean().meta({
          description:
            'Whether someone should export the recovery kit now, because the current keys were never exported.',
        }),
        exportedAt: Time.nullable().describe('When the recovery kit was last exported. Null if it never was.'),
      })
      .nullable()
      .meta({
        description:
          'Whether the keys that you need to restore the instance are stored somewhere else. Null unless you are an operator.',
      }),
    backups: InstanceBackupState.nullable().meta({
      description: 'Backups that the instance creates of itself. Null unless you are an operator.',
    }),
  })
  .meta({ id: 'Instance', description: 'The Longshore instance that responds to this request.' })
export type Instance = z.output<typeof Instance>
