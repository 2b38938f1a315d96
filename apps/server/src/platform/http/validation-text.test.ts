import { expect, it } from 'vitest'
import { z } from 'zod'
import { wholeNumber } from '../pagination/whole-number.schemas.ts'
import { codeOf, messageOf } from './validation-text.ts'

function textsOf(schema: z.ZodType, value: unknown): string[] {
  const { issues } = schema.safeParse(value).error ?? { issues: [] }
  return issues.map(({ code, message, path: _, ...params }) => {
    const issue = { keyword: code, message, params }
    return `${codeOf(issue)}: ${messageOf(issue)}`
  })
}

it.each([
  [z.object({ name: z.string() }), {}, 'invalid_type: is required'],
  [z.object({ size: z.coerce.number() }), { size: 'abc' }, 'invalid_type: must be a number'],
  [z.object({ on: z.boolean() }), { on: 'yes' }, 'invalid_type: must be true or false'],
  [z.object({ all: z.array(z.string()) }), { all: 'x' }, 'invalid_type: must be a list'],
  [z.object({ kind: z.enum(['a', 'b']) }), { kind: 'c' }, 'invalid_value: must be one of "a", "b"'],
  [z.object({ kind: z.literal('a') }), { kind: 'c' }, 'invalid_value: must be "a"'],
  [z.object({ name: z.string().min(1) }), { name: '' }, 'too_small: must not be empty'],
  [z.object({ name: z.string().max(3) }), { name: 'long' }, 'too_big: must have at most 3 characters'],
  [z.object({ all: z.array(z.string()).min(1) }), { all: [] }, 'too_small: must have at least 1 entry'],
  [z.object({ port: z.int().max(9) }), { port: 10 }, 'too_big: must be at most 9'],
  [z.object({ port: z.number().positive() }), { port: 0 }, 'too_small: must be more than 0'],
  [z.object({ port: z.int() }), { port: 1.5 }, 'invalid_type: must be a whole number'],
  [z.object({ mail: z.email() }), { mail: 'x' }, 'invalid_format: must be an email address'],
  [z.object({ name: z.string().regex(/^a$/) }), { name: 'b' }, 'invalid_format: must be in the documented format'],
  [z.object({ name: z.string().regex(/^a$/, 'is not an a') }), { name: 'b' }, 'invalid_format: is not an a'],
  [z.object({ name: z.string().refine(() => false, 'is taken') }), { name: 'b' }, 'invalid: is taken'],
  [z.object({ at: z.union([z.ipv4(), z.cidrv4()]) }), { at: 'x' }, 'invalid_union: matches none of the allowed forms'],
  [z.object({ all: z.record(z.string().max(1), z.string()) }), { all: { ab: '' } }, 'invalid_key: has an invalid key'],
  [z.object({ all: z.map(z.string(), z.string().max(1)) }), { all: 1 }, 'invalid_type: must be valid'],
  [z.object({ all: z.set(z.string()) }), { all: 1 }, 'invalid_type: must be valid'],
  [z.strictObject({}), { a: 1 }, 'unrecognized_keys: has unknown fields'],
  [z.object({ by: z.number().multipleOf(5) }), { by: 3 }, 'not_multiple_of: must be a multiple of 5'],
])('%#: describes what the field must be', (schema, value, expected) => {
  expect(textsOf(schema, value)).toEqual([expected])
})

it.each(['1e1', '0x10', ' 10', '10.0', '+5', '', 'abc', '1_0'])('%j is not a valid integer in a query', (limit) => {
  const Query = z.object({ limit: wholeNumber({ min: 1, max: 100 }).default(20) })
  expect(textsOf(Query, { limit })).toEqual(['invalid_type: must be a number'])
})

it.each([
  z.string(), z.number(), z.int(), z.boolean(), z.bigint(), z.date(), z.symbol(), z.undefined(), z.null(), z.never(), z.nan(),
  z.array(z.string()), z.tuple([z.string()]), z.object({}), z.record(z.string(), z.string()), z.map(z.string(), z.string()),
  z.set(z.string()), z.enum(['a']), z.literal('a'), z.union([z.int(), z.boolean()]), z.email(), z.url(), z.uuid(), z.ipv4(),
  z.iso.datetime(), z.base64(), z.string().regex(/^a$/), z.string().startsWith('a'), z.string().includes('a'), z.xor([z.int(), z.int()]),
])("%#: no schema type falls back to the validator's own text", (schema) => {
  const values = [undefined, null, 1.5, Number.NaN, 'x', true, [], [1, 2], {}, { a: 1 }]
  for (const text of values.flatMap((value) => textsOf(schema, value)))
    expect(text).toMatch(/: (is required|is invalid|must (be|have|not be) |matches none|has )/)
}) // biome-ignore format: a table

it('accepts plain digits, and uses the default if there are none', () => {
  const Query = z.object({ limit: wholeNumber({ min: 1, max: 100 }).default(20) })
  expect(Query.parse({ limit: '10' })).toEqual({ limit: 10 })
  expect(Query.parse({})).toEqual({ limit: 20 })
  expect(textsOf(Query, { limit: '101' })).toEqual(['too_big: must be at most 100'])
})
