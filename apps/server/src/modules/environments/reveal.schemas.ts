/** Shapes of reveal. */
import { z } from 'zod'
import { ageRecipient, SealedToRecipient } from '../../platform/secrets/age-recipient.schemas.ts'

export const RevealBody = z
  .strictObject({
    recipient: ageRecipient('The public half of a key that you made for this one request, as `age-keygen` prints it.'),
  })
  .meta({ id: 'RevealRequest' })

export const Revealed = z
  .object({
    ciphertext: SealedToRecipient,
  })
  .meta({ id: 'Revealed' })
export type Revealed = z.output<typeof Revealed>
