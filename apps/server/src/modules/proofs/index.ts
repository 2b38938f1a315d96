/** Front door of proofs on the api's side. */
import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { registerProofRoutes } from './verification.routes.ts'
import { createProofsService } from './verification.service.ts'

export { startProof } from './start-verification.ts'
export { proofProblems } from './verification.problems.ts'
export { isProofDue } from './verification-due.policy.ts'

export function createProofsModule(options: { database: Database }): { register(app: HttpServer): void } {
  const proofs = createProofsService(options)
  return {
    register(app) {
      registerProofRoutes(app, proofs)
    },
  }
}
