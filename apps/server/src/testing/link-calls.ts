/** Calls for tests of the private link. */
import { z } from 'zod'
import { Time } from '../platform/ids/type-id.schemas.ts'
import { defineCall, defineEvents, defineStream, secretArgument } from '../platform/link/call.ts'

export const echo = defineCall({
  name: 'test.echo',
  args: z.strictObject({ text: z.string(), at: Time.optional() }),
  result: z.strictObject({ text: z.string(), at: Time.optional(), by: z.string(), of: z.string() }),
})
export const signIn = defineCall({
  name: 'test.sign-in',
  args: z.strictObject({
    user: z.string(),
    keys: z.array(z.strictObject({ value: secretArgument() })),
    fail: z.boolean(),
  }),
  result: z.strictObject({ length: z.int() }),
})
/** Ends when its signal fires. */
export const pause = defineCall({ name: 'test.pause', args: z.strictObject({}), result: z.null() })
/** Ignores its signal. */
export const wait = defineCall({ name: 'test.wait', args: z.strictObject({}), result: z.null() })
export const fail = defineCall({ name: 'test.fail', args: z.strictObject({ how: z.string() }), result: z.null() })
export const count = defineCall({ name: 'test.count', args: z.strictObject({}), result: z.int(), takesBody: true })
export const produce = defineStream({
  name: 'test.produce',
  args: z.strictObject({ bytes: z.int(), failAt: z.int().optional() }),
  head: z.strictObject({ bytes: z.int() }),
})
export const through = defineStream({ name: 'test.through', args: z.strictObject({}), head: z.null(), takesBody: true })
export const ticks = defineEvents({
  name: 'test.ticks',
  args: z.strictObject({ count: z.int() }),
  event: z.strictObject({ number: z.int(), text: z.string() }),
})
