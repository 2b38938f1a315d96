/** Shapes of the installation itself. */
import { z } from 'zod'
import { Time } from '../../platform/ids/type-id.schemas.ts'

const InstanceBackupState = z
  .object({
    isScheduled: z.boolean().meta({ description: 'False: the settings name no place for them.' }),
    lastSucceededAt: Time.nullable(),
    last: z
      .object({
        status: z.enum(['running', 'succeeded', 'failed', 'expired']),
        startedAt: Time,
        finishedAt: Time.nullable(),
        sizeBytes: z.number().int().nullable(),
        rows: z.number().int().nullable(),
        problem: z.string().nullable().meta({ example: 'The store does not answer.' }),
      })
      .nullable(),
  })
  .meta({ id: 'InstanceBackupState' })

const InstanceRestore = z
  .object({
    backupMadeAt: Time.meta({ description: 'What was done on servers after this, the database does not know.' }),
    restoredAt: Time,
  })
  .meta({ id: 'InstanceRestore' })

export const Instance = z
  .object({
    version: z.string().meta({ example: '0.1.0' }),
    restore: InstanceRestore.nullable().meta({
      description:
        'Set after the control plane was restored from a backup, until an operator confirms: nothing on servers is changed by itself.',
    }),
    isOperator: z.boolean(),
    recoveryKit: z
      .object({
        isNeeded: z.boolean().meta({ description: 'The current keys were never exported to be kept elsewhere.' }),
        exportedAt: Time.nullable(),
      })
      .nullable()
      .meta({ description: 'For operators.' }),
    backups: InstanceBackupState.nullable().meta({ description: 'For operators: those of the control plane itself.' }),
  })
  .meta({ id: 'Instance' })
export type Instance = z.output<typeof Instance>
