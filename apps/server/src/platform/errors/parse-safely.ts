/**
 * For values that others wrote. The validator measures whatever has a `length`, also where a text was wanted and an object came; a length
 * that is itself an object without a value throws there instead of being refused.
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
