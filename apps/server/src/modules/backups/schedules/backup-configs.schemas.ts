/** Schemas of an environment's backup settings. */
import { z } from 'zod'
import { idOf, Time } from '../../../platform/ids/type-id.schemas.ts'
import { ageRecipient } from '../../../platform/secrets/age-recipient.schemas.ts'
import { DestinationPlace, DestinationStatus, DestinationType } from './destinations.schemas.ts'

const Schedule = z
  .string()
  .trim()
  .min(9)
  .max(100)
  .regex(/^[\dA-Za-z*/,#?L -]{9,100}$/, 'must be a cron expression with five fields')
  .meta({
    description:
      'When backups run, as a cron expression with five fields. Runs must be at least 15 minutes apart. Default: every day at 03:00.',
    example: '0 3 * * *',
  })

const Timezone = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_+/-]{1,64}$/, 'must be a time zone such as Europe/Berlin')
  .meta({
    description:
      'IANA time zone of the schedule and of the days, weeks, and months that retention counts. Default: `UTC`.',
    example: 'Europe/Berlin',
  })

const count = (least: number, most: number, description: string, example: number) =>
  z.int().min(least).max(most).meta({ description, example })

const Retention = z.strictObject({
  keepLast: count(1, 365, 'Number of newest backups to keep, whatever their age.', 7),
  keepDaily: count(0, 365, 'Number of days to keep the last backup of. Days without a backup don’t count.', 7),
  keepWeekly: count(
    0,
    520,
    'Number of weeks, from Monday, to keep the last backup of. Weeks without a backup don’t count.',
    4,
  ),
  keepMonthly: count(0, 120, 'Number of months to keep the last backup of. Months without a backup don’t count.', 6),
})

const retentionMeaning =
  'Which backups to keep. A backup is deleted when no count covers it. The newest one and the newest with a passed restore test are always kept, and so is the last one of each day within the retention of the trash, at most seven days.'

const Recipient = ageRecipient('Your own age public key, as `age-keygen` prints it.')

const restoreTests = ['each', 'daily', 'weekly', 'off'] as const
const RestoreTests = z
  .enum(restoreTests)
  .describe(
    'How often Longshore runs a restore test of a new backup. `each`: after every backup. `daily`: once a day for each database and volume. `weekly`: once a week for each. `off`: only when you ask for it. Default: `daily`.',
  )
const CatchUp = z
  .boolean()
  .describe(
    'What happens after an outage of this instance. True: one backup runs for all missed times. False: Longshore waits for the next scheduled time. Default: true.',
  )

export const UpdateBackupConfigBody = z
  .strictObject({
    enabled: z
      .boolean()
      .optional()
      .describe('Set to false to stop scheduled backups. Existing backups stay, and you can still start one yourself.'),
    schedule: Schedule.optional(),
    timezone: Timezone.optional(),
    catchUp: CatchUp.optional(),
    retention: Retention.partial()
      .optional()
      .describe(`${retentionMeaning} Counts that you leave out keep their values.`),
    destination: z
      .union([
        z.strictObject({
          id: idOf('bds').describe('Saved storage location to use, from `GET /backup-destinations`.'),
        }),
        DestinationPlace,
      ])
      .optional()
      .meta({
        description:
          'Storage location for the archives: a saved one by its ID, or a new one. Longshore tests a new one and saves it for the whole organization. Required the first time.',
      }),
    encryption: z
      .strictObject({
        recipient: Recipient.nullable().describe(
          'Your own age public key, as `age-keygen` prints it. Its private key can then open new archives too. Null removes it.',
        ),
      })
      .optional()
      .describe('Extra key that can open the archives. They’re always encrypted to the organization’s key.'),
    restoreTests: RestoreTests.optional(),
  })
  .meta({
    id: 'UpdateBackupConfigRequest',
    description: 'Changes to a backup schedule. Only fields that you send change.',
  })
export type UpdateBackupConfig = z.output<typeof UpdateBackupConfigBody>

export const BackupConfig = z
  .object({
    environmentId: idOf('env').describe('Environment whose databases and volumes are backed up.'),
    enabled: z.boolean().describe('True if backups run on the schedule. You can start one yourself either way.'),
    schedule: z.string().meta({
      description: 'When backups run, as a cron expression with five fields in `timezone`.',
      example: '0 3 * * *',
    }),
    timezone: z.string().meta({
      description: 'IANA time zone of the schedule and of the days, weeks, and months that retention counts.',
      example: 'Europe/Berlin',
    }),
    catchUp: CatchUp,
    nextRunAt: Time.nullable().describe('When the next scheduled backup starts; null if the schedule is off.'),
    retention: Retention.describe(retentionMeaning),
    destination: z
      .object({
        id: idOf('bds').describe('ID of the storage location, for `GET /backup-destinations/{id}`.'),
        name: z.string().meta({
          description: 'Name that your organization gave the storage location.',
          example: 'Backups in Frankfurt',
        }),
        type: DestinationType,
        status: DestinationStatus,
      })
      .describe('Storage location for new archives.'),
    encryption: z
      .object({
        recipient: z.string().nullable().meta({
          description:
            'Your own age public key, whose private key can open the archives too; null if only the organization’s key can.',
          example: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
        }),
      })
      .describe('Who can open the archives, in addition to the organization’s key.'),
    restoreTests: RestoreTests,
    version: z
      .int()
      .describe(
        'Revision of the backup schedule, which increases with every change. Send it in `If-Match` to avoid overwriting.',
      ),
    createdAt: Time.describe('When backups were set up for this environment.'),
    updatedAt: Time.describe('When the schedule, retention, storage location, or key last changed.'),
  })
  .meta({ id: 'BackupConfig', description: 'Backup schedule of an environment.' })
export type BackupConfig = z.output<typeof BackupConfig>

export const BackupConfigParams = z.object({
  id: idOf('env').describe('Environment that the backup schedule belongs to.'),
})

export const DestinationTest = z
  .object({
    ok: z.literal(true).describe('Always true: a failed test responds with 422 and the cause.'),
    durationMs: z.int().meta({
      description: 'Milliseconds it took to write, read, list, and delete one test object.',
      example: 180,
    }),
  })
  .meta({ id: 'BackupDestinationTest', description: 'Result of a successful storage test.' })
export type DestinationTest = z.output<typeof DestinationTest>
