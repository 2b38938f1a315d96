/** Schemas of the instance's setup: version, email, URLs, and storage. */
import { z } from 'zod'
import { Time } from '../../../platform/ids/type-id.schemas.ts'

const bytes = z.number().int().min(0)

export const Updates = z
  .object({
    status: z
      .enum(['off', 'up_to_date', 'available', 'unknown'])
      .describe(
        '`off`: VERSION_FEED_URL is not set, so nothing checks for new versions. `up_to_date`: the feed lists no newer version. `available`: see `latestVersion`. `unknown`: the feed cannot be read at the moment.',
      ),
    latestVersion: z
      .string()
      .nullable()
      .meta({ description: 'Newest version in the feed. Null if it is not known.', example: '0.2.0' }),
    url: z.string().nullable().meta({
      description: 'Page about the newest version. Null if the feed names none.',
      example: 'https://example.com',
    }),
    checkedAt: Time.nullable().describe('When the instance last read the feed. Null if it never did.'),
  })
  .meta({ id: 'InstanceUpdates', description: 'Whether a newer version of Longshore is available.' })
export type Updates = z.output<typeof Updates>

export const MailSetup = z
  .object({
    isSetUp: z.boolean().describe('Whether the instance has a mail server. Without one, it sends no email.'),
    server: z
      .string()
      .nullable()
      .meta({ description: 'Hostname of the mail server. Null if none is set.', example: 'mail.example.com' }),
    sender: z.string().nullable().meta({
      description: 'Sender address of emails. Null if no mail server is set.',
      example: 'longshore@example.com',
    }),
  })
  .meta({ id: 'InstanceMail', description: 'How the instance sends email. Passwords are never part of it.' })

const DiskUse = z.enum(['temporary', 'instance_backups', 'backups', 'imports', 'sources'])

export const Disk = z
  .object({
    uses: z
      .array(DiskUse)
      .describe(
        'Data that the instance stores on this disk. `temporary`: files of running work. `instance_backups`: backups of the instance. `backups`: backups of environments. `imports`: uploaded files. `sources`: copies of repositories.',
      ),
    totalBytes: bytes.describe('Capacity of the file system, used and free space together.'),
    freeBytes: bytes.describe('Free space that the instance can use, in bytes.'),
  })
  .meta({ id: 'InstanceDisk', description: 'A disk of the machine that the instance runs on.' })
export type Disk = z.output<typeof Disk>

const Storage = z
  .object({
    databaseBytes: bytes.describe('Space that PostgreSQL uses for the instance, with indexes.'),
    disks: z.array(Disk).describe('Disks that the worker uses, without duplicates.'),
    localBackups: z
      .object({
        count: bytes.describe('Number of environment backups on the disk of the instance.'),
        sizeBytes: bytes.describe('Space that they take on that disk, compressed and encrypted.'),
      })
      .describe('Backups of environments that organizations store on the disk of the instance.'),
    instanceBackups: z
      .object({
        count: bytes.describe('Number of backups of the instance that are kept.'),
        sizeBytes: bytes.describe('Space that they take in that folder or bucket, compressed and encrypted.'),
      })
      .describe('Backups that the instance creates of itself, in the folder or bucket of its settings.'),
  })
  .meta({ id: 'InstanceStorage', description: 'Space that the instance uses.' })

const Urls = z
  .object({
    publicUrl: z
      .string()
      .meta({ description: 'URL that people use (PUBLIC_URL).', example: 'https://longshore.example.com' }),
    apiUrl: z.string().meta({
      description: 'Address that programs call: every path of the API starts with it.',
      example: 'https://longshore.example.com/api/v1',
    }),
    generatedHostnameDomain: z.string().nullable().meta({
      description:
        'Domain of automatic hostnames for environments (GENERATED_HOSTNAME_DOMAIN). Null if the operator turned them off.',
      example: 'sslip.io',
    }),
    corsOrigins: z
      .array(z.string())
      .describe('Origins of other sites that can call the API from a browser (CORS_ORIGINS).'),
  })
  .meta({
    id: 'InstanceUrls',
    description:
      'Addresses that people, programs, and apps use. The operator sets them in the environment of the instance.',
  })

export const InstanceSystem = z
  .object({
    version: z.string().meta({ description: 'Version of the API that responds.', example: '0.1.0' }),
    workerVersion: z.string().meta({
      description: 'Version of the worker. It differs from `version` only during an upgrade.',
      example: '0.1.0',
    }),
    signUpMode: z
      .enum(['open', 'first-user', 'closed'])
      .describe(
        'Who can sign up. `open`: anyone. `first-user`: only the first account. `closed`: no one. An invitation always works.',
      ),
    updates: Updates,
    mail: MailSetup,
    urls: Urls,
    storage: Storage,
  })
  .meta({ id: 'InstanceSystem', description: 'Version, email, URLs, and storage of the instance.' })
export type InstanceSystem = z.output<typeof InstanceSystem>

export const TestEmail = z
  .object({
    to: z
      .string()
      .meta({ description: 'Email address of your account, which the email was sent to.', example: 'ada@example.com' }),
    sentAt: Time.describe('When the mail server accepted the email.'),
  })
  .meta({ id: 'InstanceTestEmail', description: 'A test email that the mail server accepted.' })
export type TestEmail = z.output<typeof TestEmail>
