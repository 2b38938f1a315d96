/** Shapes of reveal. */
import { z } from 'zod'

export const RevealBody = z
  .strictObject({
    recipient: z
      .string()
      .length(62)
      .regex(/^age1[02-9ac-hj-np-z]{58}$/, 'must be an age X25519 recipient (age1…)')
      .meta({
        description: 'The public half of a key that you made for this one request, as `age-keygen` prints it.',
        example: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
      }),
  })
  .meta({ id: 'RevealRequest' })
export type Reveal = z.output<typeof RevealBody>

export const Revealed = z
  .object({
    ciphertext: z.string().meta({ description: 'For your key alone, as `age -a` writes it; `age -d` opens it.' }),
  })
  .meta({ id: 'Revealed' })
export type Revealed = z.output<typeof Revealed>
