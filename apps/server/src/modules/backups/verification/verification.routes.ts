import { problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { Backup, BackupParams } from '../archives/backups.schemas.ts'
import type { VerificationService } from './verification.service.ts'

export function registerVerificationRoutes(app: HttpServer, proofs: VerificationService): void {
  app.post(
    '/environments/:id/backups/:bid/test-restore',
    {
      config: { permission: 'backups:write', scope: 'environment:id', idempotent: true },
      schema: {
        operationId: 'testRestore',
        tags: ['backups'],
        summary: 'Verify a backup',
        description:
          'Restores the backup on the server of the environment into a temporary volume, in a container without a network, and compares every table with the manifest. The live data is not touched. When it is done, `restoreTestedAt` and `restoreTest` of the backup have the result, signed with the key of the organization.',
        params: BackupParams,
        response: { 202: Backup, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(202).send(await proofs.verify(request.actor, request.params)),
  )
}
