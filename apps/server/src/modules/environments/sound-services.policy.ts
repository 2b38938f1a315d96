/** Rules for a list of services that the schema of a single one can't express. */
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { findListFaults } from './service-fields.policy.ts'
import type { ServiceInput } from './services.schemas.ts'

/** Throws 422 for names that occur twice or that the list doesn't have. */
export function requireSoundServices(services: readonly ServiceInput[]): void {
  const errors = findListFaults(services).map(({ path, message }) => ({
    pointer: `/services${path}`,
    code: 'invalid',
    message,
  }))
  if (errors.length > 0) throw new AppError(platformProblems.validation_failed, undefined, { errors })
}
