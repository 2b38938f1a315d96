/**
 * Parses untrusted values. The validator measures anything with a `length`, even an object where a string is expected;
 * a `length` that is itself an object without a primitive value makes it throw instead of rejecting.
 */
import type { z } from 'zod'

type Parsed<Value> =
  | { readonly success: true; readonly data: Value; readonly error?: never }
  | { readonly success: false; readonly data?: never; readonly error: Error }

export function parseSafely<Schema extends z.ZodType>(schema: Schema, value: unknown): Parsed<z.output<Schema>> {
  try {
    return schema.safeParse(value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { success: false, error }
  }
}
