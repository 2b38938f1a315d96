import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Backup, BackupParams } from '../backups/backups.schemas.ts'
import type { ProofsService } from './proofs.service.ts'

export function registerProofRoutes(app: HttpServer, proofs: ProofsService): void {
  app.post(
    '/environments/:id/backups/:bid/prove',
    {
      config: { permission: 'backups:write', scope: 'environment:id', idempotent: true },
      schema: {
        operationId: 'proveBackup',
        tags: ['backups'],
        summary: 'Prove a backup',
        description:
          'A trial restore on the server of the environment: into a throwaway volume, in a container without a network and with limits; then every table is compared with the manifest by rows and hash. `provenAt` and `proof` of the backup say what came of it; the proof is signed with the key of the organisation.',
        params: BackupParams,
        response: { 202: Backup, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(202).send(await proofs.prove(request.actor, request.params)),
  )
}
