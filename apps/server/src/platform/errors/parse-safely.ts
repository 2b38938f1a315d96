/**
 * For values that others wrote. The validator measures whatever has a `length`, also where a text was wanted and an object came; a length
 * that is itself an object without a value throws there instead of being refused.
 */
import { z } from 'zod'

export function parseSafely<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const message = 'has a form that cannot be measured'
    return { success: false, error: new z.ZodError([{ code: 'custom', path: [], message, input: value }]) }
  }
}
