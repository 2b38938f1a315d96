/** What can go wrong when somebody asks for a proof. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const proofProblems = defineProblems({
  proof_under_way: {
    status: 409,
    title: 'The backup is being proven',
    detail: 'A trial restore of this environment is under way or waits for its turn.',
    hint: 'Read the backup again in a while: provenAt and proof say what came of it.',
  },
  proof_without_server: {
    status: 409,
    title: 'There is no server to prove it on',
    detail: 'A trial restore runs on the server of the environment, and this one has none.',
    hint: 'Link a server with PATCH /environments/:id/server.',
  },
})
