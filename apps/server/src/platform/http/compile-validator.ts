/**
 * Request validator that also rejects values that it can't measure (see `parse-safely.ts`), and reads a missing body as an
 * empty object where that is enough.
 */
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { invalid } from '../errors/app-error.ts'
import { isBodyOptional } from './optional-body.ts'

export const compileValidator: typeof validatorCompiler = (route) => {
  const { schema, httpPart, method } = route
  const validate = validatorCompiler(route)
  const isBody = httpPart === 'body' && schema instanceof z.ZodType
  const isEmptyEnough = isBody && isBodyOptional(method, schema) && !schema.safeParse(undefined).success
  return (data: unknown) => {
    try {
      // Fastify passes null for a missing body.
      return validate(isEmptyEnough ? (data ?? {}) : data)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return { error: invalid('', 'invalid_type', 'has a value of an unsupported type') }
    }
  }
}
