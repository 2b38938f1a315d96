/** Value formats that several settings share. */
import { z } from 'zod'
import { parseKey } from '../platform/secrets/key.ts'

const wellKnown = /secret|password|changeme|example|default|longshore/i
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
export const port = z.coerce.number().int().min(0).max(65_535)
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)
export const url = z.url({ protocol: /^https?$/ }).transform((text) => (text.endsWith('/') ? text.slice(0, -1) : text))

export const key = z
  .string()
  .transform((text, context) => {
    try {
      if (wellKnown.test(`${text} ${Buffer.from(text, 'base64').toString('latin1')}`))
        throw new Error('is a well-known value')
      const secret = parseKey(text, 'it')
      // 32 random bytes are all printable once in 10^13 keys; a sentence always is.
      if (secret.revealBytes().every((byte) => byte >= 0x20 && byte < 0x7f))
        throw new Error('is text, not random; make one with: openssl rand -base64 32')
      return secret
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is unusable' })
      return z.NEVER
    }
  })
  .meta({ secret: true })
