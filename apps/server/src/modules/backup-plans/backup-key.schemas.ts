/** Shapes of the key of an organisation's archives. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'

export const BackupKey = z
  .object({
    id: idOf('bkk'),
    recipient: z.string().meta({
      description: 'What archives are encrypted to.',
      example: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    }),
    proofPublicKey: z.string().meta({
      description: 'Checks the signatures of proofs: Ed25519, SPKI in base64.',
      example: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
    }),
    exportedAt: Time.nullable().meta({
      description: 'When somebody took the recovery kit first. Null: if this instance is lost, so are the backups.',
    }),
    createdAt: Time,
  })
  .meta({ id: 'BackupKey' })
export type BackupKey = z.output<typeof BackupKey>
