/** zod codecs for the wire format: TypeID ⇄ uuid, RFC 3339 ⇄ Date. Requests decode, responses encode. */
import { z } from 'zod'
import type { Id } from './brand.ts'
import { idNouns } from './id-nouns.ts'
import { decodeId, encodeId, type IdPrefix } from './type-id.ts'

export function idOf<Prefix extends IdPrefix>(prefix: Prefix) {
  return z.codec(
    z
      .string()
      .regex(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`), `must be an id that starts with ${prefix}_`)
      .meta({
        description: `Unique ID of the ${idNouns[prefix]}. It starts with \`${prefix}_\` and never changes.`,
        example: `${prefix}_01k9z4q7xkf0n8v4w2t6m3c5ra`,
      }),
    z.custom<Id<Prefix>>((value) => typeof value === 'string'),
    {
      decode: (text, context) => {
        const id = decodeId(prefix, text)
        if (id !== undefined) return id
        context.issues.push({ code: 'custom', message: `must be an id that starts with ${prefix}_`, input: text })
        return z.NEVER
      },
      encode: (id) => encodeId(prefix, id),
    },
  )
}

/** RFC 3339 in UTC. Responses have milliseconds; requests can leave them out. */
export const Time = z.codec(z.iso.datetime().meta({ example: '2026-11-15T09:30:00.000Z' }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})
