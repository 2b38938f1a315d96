import type { Database } from '../../../platform/database/database.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { registerVerificationRoutes } from './verification.routes.ts'
import { createVerificationService } from './verification.service.ts'

export { startVerification } from './start-verification.action.ts'
export { verificationProblems } from './verification.problems.ts'
export { isVerificationDue } from './verification-due.policy.ts'

export function createVerificationModule(options: { database: Database }): { register(app: HttpServer): void } {
  const proofs = createVerificationService(options)
  return {
    register(app) {
      registerVerificationRoutes(app, proofs)
    },
  }
}
