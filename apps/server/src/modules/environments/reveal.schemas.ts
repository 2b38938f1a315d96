import { z } from 'zod'
import { ageRecipient, SealedToRecipient } from '../../platform/secrets/age-recipient.schemas.ts'

export const RevealBody = z
  .strictObject({
    recipient: ageRecipient(
      'Public key of an age key pair that you generate for this request with `age-keygen`. The response can only be decrypted with its private key.',
    ),
  })
  .meta({ id: 'RevealRequest' })

export const Revealed = z
  .object({
    ciphertext: SealedToRecipient,
  })
  .meta({ id: 'Revealed' })
export type Revealed = z.output<typeof Revealed>
