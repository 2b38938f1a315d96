/** Public half of an age key whose private half stays with its owner. */
import { z } from 'zod'

/** `description` says what the key is for. */
export function ageRecipient(description: string) {
  return z
    .string()
    .length(62)
    .regex(/^age1[02-9ac-hj-np-z]{58}$/, 'must be an age X25519 recipient (age1…)')
    .meta({ description, example: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p' })
}

export const SealedToRecipient = z.string().meta({
  description:
    'Ciphertext in ASCII armor, encrypted to your `recipient` key only. Decrypt it with `age -d -i key.txt`.',
})
