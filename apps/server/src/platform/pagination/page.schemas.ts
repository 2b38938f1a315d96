/** Cursor pagination. Ids are ordered by time, so the cursor is the last id seen, and a page is one index range. */
import { z } from 'zod'
import { isUuid } from '../ids/type-id.ts'
import { wholeNumber } from './whole-number.schemas.ts'

const Cursor = z.codec(
  z
    .string()
    // 16 bytes in base64url: the last character holds two bits.
    .regex(/^[\w-]{21}[AQgw]$/, 'is not a cursor of this API')
    .meta({
      description:
        'Opaque position in the list: the `nextCursor` of the previous page. Leave it out to start at the first page.',
      example: 'AZOn0uHzeY2q3tM1n5a8bQ',
    }),
  z.string(),
  {
    decode: (text, context) => {
      const hex = Buffer.from(text, 'base64url').toString('hex')
      const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
      if (isUuid(id) && encodeCursor(id) === text) return id
      context.issues.push({ code: 'custom', message: 'is not a cursor of this API', input: text })
      return z.NEVER
    },
    encode: encodeCursor,
  },
)

export const PageQuery = z.strictObject({
  limit: wholeNumber({ min: 1, max: 100 }).default(20).meta({
    description: 'Maximum number of items in one response, from 1 to 100. Only the last page can be shorter.',
    example: 20,
  }),
  cursor: Cursor.optional(),
})
export type PageQuery = z.output<typeof PageQuery>

export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).describe('One page of results, in the order that the operation documents.'),
    nextCursor: Cursor.nullable().describe('Send it as `cursor` to get the next page. It is null on the last page.'),
  })
}

/** Repositories fetch one extra row, whose presence indicates a next page. */
export function toPage<Item extends { id: string }>(rows: Item[], limit: number): Page<Item> {
  const items = rows.slice(0, limit)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

function encodeCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}
