/** Front door of proofs on the api's side. */
import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { registerProofRoutes } from './proofs.routes.ts'
import { createProofsService } from './proofs.service.ts'

export { isProofDue } from './proof-due.policy.ts'
export { proofProblems } from './proofs.problems.ts'
export { startProof } from './start-proof.ts'

export function createProofsModule(options: { database: Database }): { register(app: HttpServer): void } {
  const proofs = createProofsService(options)
  return {
    register(app) {
      registerProofRoutes(app, proofs)
    },
  }
}
