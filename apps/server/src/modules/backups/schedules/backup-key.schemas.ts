/** Schemas of an organization's backup key. */
import { z } from 'zod'
import { idOf, Time } from '../../../platform/ids/type-id.schemas.ts'

export const BackupKey = z
  .object({
    id: idOf('bkk').describe('ID of the key, which the audit log refers to. An organization has one key.'),
    recipient: z.string().meta({
      description: 'Public age key that all backup archives of the organization are encrypted to.',
      example: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    }),
    restoreTestPublicKey: z.string().meta({
      description: 'Public key that verifies the signatures of restore tests: Ed25519, as SPKI in base64.',
      example: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
    }),
    exportedAt: Time.nullable().meta({
      description:
        'When someone first exported the recovery kit. While it’s null, losing this instance means losing the backups.',
    }),
    createdAt: Time.describe('When the key was generated, at the latest before the first backup.'),
  })
  .meta({ id: 'BackupKey', description: 'Public part of the key pair that protects the organization’s backups.' })
export type BackupKey = z.output<typeof BackupKey>
