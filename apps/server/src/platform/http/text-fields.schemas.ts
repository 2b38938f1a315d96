/** Text fields that requests of several modules share. */
import { z } from 'zod'

/** Accepts exactly one mailbox and nothing that a mail program could read as two or as a header. */
export const EmailAddress = z
  .string()
  .max(254)
  .regex(
    /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/,
    'must be an email address',
  )
  .refine((text) => text.indexOf('@') <= 64, 'must be an email address')
  .meta({
    description: 'One plain email address of at most 254 characters, without a display name.',
    example: 'ada@example.com',
  })

/** Text that people type, without control characters. The code that displays it trims it. */
export const ShortText = z
  .string()
  .trim()
  .min(1)
  .max(100)
  // Written out, because not every language that reads the API description knows \p{Cc}.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, 'must not contain control characters')
