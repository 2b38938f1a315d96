/** Request validator that also rejects values that it can't measure; see `parse-safely.ts`. */
import { validatorCompiler } from 'fastify-type-provider-zod'
import { invalid } from '../errors/app-error.ts'

export const compileValidator: typeof validatorCompiler = (route) => {
  const validate = validatorCompiler(route)
  return (data) => {
    try {
      return validate(data)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return { error: invalid('', 'invalid_type', 'has a value of an unsupported type') }
    }
  }
}
