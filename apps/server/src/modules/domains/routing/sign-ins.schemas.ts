/** Visitors who can open a protected hostname or path. */
import { z } from 'zod'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const usernamePattern = /^[^\u0000-\u001f\u007f:]{1,64}$/

export const Username = z
  .string()
  .regex(usernamePattern, 'must have 1 to 64 characters and no colon')
  .meta({ description: 'Sign-in name, 1 to 64 characters without a colon.', example: 'ann' })

export const Password = z.string().min(8).max(256)

export const StoredSignIn = z.object({ username: z.string(), salt: z.string(), hash: z.string() })
export type StoredSignIn = z.output<typeof StoredSignIn>
