import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Instance, RecoveryKitBody, SealedRecoveryKit } from './instance.schemas.ts'
import type { InstanceService } from './instance.service.ts'

const tags = ['instance']

export function registerInstanceRoutes(app: HttpServer, instance: InstanceService): void {
  app.get(
    '/instance',
    {
      config: { permission: 'organizations:read' },
      schema: {
        operationId: 'getInstance',
        tags,
        summary: 'This installation',
        description: 'For operators also its own backups, and whether the recovery kit was taken away.',
        response: { 200: Instance },
      },
    },
    async (request) => await instance.read(request.actor),
  )
  app.post(
    '/instance/recovery-kit',
    {
      config: { permission: 'secrets:reveal' },
      schema: {
        operationId: 'exportRecoveryKit',
        tags,
        summary: 'Take the keys away that backups of the control plane need',
        description:
          'A text file with every key that is not in a backup, encrypted to the key that you give. For operators with a sign-in within the last ten minutes; every call is in the audit log.',
        body: RecoveryKitBody,
        response: { 200: SealedRecoveryKit },
      },
    },
    async (request) => await instance.recoveryKit(request.actor, request.body.recipient),
  )
  app.post(
    '/instance/restore/confirm',
    {
      config: { permission: 'backups:restore' },
      schema: {
        operationId: 'confirmInstanceRestore',
        tags,
        summary: 'Let servers follow a restored database again',
        description:
          'After a restore of the control plane nothing on servers is changed by itself. From this call on what the database does not know is removed and what it knows is brought back. For operators.',
        response: { 200: Instance, ...problems(409) },
      },
    },
    async (request) => await instance.confirmRestore(request.actor),
  )
}
