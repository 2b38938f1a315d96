/** Shapes of an environment's settings of backups. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { ageRecipient } from '../../platform/secrets/age-recipient.schemas.ts'
import { DestinationPlace } from './destinations.schemas.ts'

const Schedule = z
  .string()
  .trim()
  .min(9)
  .max(100)
  .regex(/^[\dA-Za-z*/,#?L -]{9,100}$/, 'must be a cron expression with five fields')
  .meta({ description: 'Cron with five fields, at least 15 minutes apart.', example: '0 3 * * *' })

const Timezone = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_+/-]{1,64}$/, 'must be a time zone such as Europe/Berlin')
  .meta({
    description: 'Of the IANA list; the schedule and the days of the retention are in it.',
    example: 'Europe/Berlin',
  })

const count = (least: number, most: number, description: string, example: number) =>
  z.int().min(least).max(most).meta({ description, example })

const Retention = z.strictObject({
  keepLast: count(1, 365, 'The newest ones, whatever their age.', 7),
  keepDaily: count(0, 365, 'The last one of each of so many days.', 7),
  keepWeekly: count(0, 520, 'The last one of each of so many weeks.', 4),
  keepMonthly: count(0, 120, 'The last one of each of so many months.', 6),
})

const Recipient = ageRecipient(
  'Public half of a key of yours, as `age-keygen` prints it: it can open the archives too.',
)

const proofs = ['each', 'daily', 'weekly', 'off'] as const
const Proof = z.enum(proofs).meta({ description: 'How often a backup is proven by restoring it on trial.' })
const CatchUp = z
  .boolean()
  .meta({ description: 'After an outage: one backup for all the times that were missed. False: none.' })

export const UpdateBackupConfigBody = z
  .strictObject({
    enabled: z.boolean().optional(),
    schedule: Schedule.optional(),
    timezone: Timezone.optional(),
    catchUp: CatchUp.optional(),
    retention: Retention.partial().optional(),
    destination: z
      .union([z.strictObject({ id: idOf('bds') }), DestinationPlace])
      .optional()
      .meta({
        description:
          'A saved one by its id; or a new one, which is tried and saved for the organisation. Needed the first time.',
      }),
    encryption: z.strictObject({ recipient: Recipient.nullable() }).optional(),
    proof: Proof.optional(),
  })
  .meta({ id: 'UpdateBackupConfigRequest' })
export type UpdateBackupConfig = z.output<typeof UpdateBackupConfigBody>

export const BackupConfig = z
  .object({
    environmentId: idOf('env'),
    enabled: z.boolean(),
    schedule: z.string().meta({ example: '0 3 * * *' }),
    timezone: z.string().meta({ example: 'Europe/Berlin' }),
    catchUp: CatchUp,
    nextRunAt: Time.nullable().meta({ description: 'Null: switched off.' }),
    retention: Retention,
    destination: z.object({
      id: idOf('bds'),
      name: z.string().meta({ example: 'Backups in Frankfurt' }),
      type: z.enum(['s3', 'server', 'controlPlane']),
      status: z.enum(['working', 'failing']),
    }),
    encryption: z.object({
      recipient: z
        .string()
        .nullable()
        .meta({ example: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p' }),
    }),
    proof: z.enum(proofs),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'BackupConfig' })
export type BackupConfig = z.output<typeof BackupConfig>

export const BackupConfigParams = z.object({ id: idOf('env') })

export const DestinationTest = z
  .object({
    ok: z.literal(true),
    durationMs: z.int().meta({ description: 'For writing, reading and deleting one object.', example: 180 }),
  })
  .meta({ id: 'BackupDestinationTest' })
export type DestinationTest = z.output<typeof DestinationTest>
