import { problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { RevealBody, Revealed } from '../../environments/reveal.schemas.ts'
import { BackupConfig, BackupConfigParams, DestinationTest, UpdateBackupConfigBody } from './backup-configs.schemas.ts'
import type { BackupConfigsService } from './backup-configs.service.ts'
import { BackupKey } from './backup-key.schemas.ts'
import type { BackupKeyService } from './backup-key.service.ts'

const tags = ['backups']

export function registerBackupConfigRoutes(app: HttpServer, configs: BackupConfigsService): void {
  app.get(
    '/environments/:id/backups/config',
    {
      config: { permission: 'backups:read', scope: 'environment:id' },
      schema: {
        operationId: 'getBackupConfig',
        tags,
        summary: 'Get the backup schedule',
        description:
          'Returns when and where the environment is backed up, and what is kept. Responds with 404 until backups are set up.',
        params: BackupConfigParams,
        response: { 200: BackupConfig },
      },
    },
    async (request) => await configs.get(request.actor, request.params.id),
  )
  app.patch(
    '/environments/:id/backups/config',
    {
      config: { permission: 'backups:write', scope: 'environment:id', versioned: true },
      schema: {
        operationId: 'updateBackupConfig',
        tags,
        summary: 'Set up or change the backup schedule',
        description:
          'Changes only the fields that you send. The first call needs a `destination`; everything else has defaults. By default, backups run daily at 03:00 UTC, with a restore test every day. Longshore keeps the last 7, and one for each of 7 days, 4 weeks, and 6 months.',
        params: BackupConfigParams,
        body: UpdateBackupConfigBody,
        response: { 200: BackupConfig, ...problems(409) },
      },
    },
    async (request) => await configs.update(request.actor, request.params.id, request.body),
  )
  app.post(
    '/environments/:id/backups/config/test',
    {
      config: { permission: 'backups:write', scope: 'environment:id' },
      schema: {
        operationId: 'testBackupConfig',
        tags,
        summary: 'Test the backup storage',
        description:
          'Writes, reads, lists, and deletes one object at the storage location of the environment’s backup schedule. If that fails, the response is 422 with the cause.',
        params: BackupConfigParams,
        response: { 200: DestinationTest, ...problems(409) },
      },
    },
    async (request) => await configs.test(request.actor, request.params.id),
  )
}

export function registerBackupKeyRoutes(app: HttpServer, keys: BackupKeyService): void {
  app.get(
    '/backup-key',
    {
      config: { permission: 'backups:read', scope: 'organization' },
      schema: {
        operationId: 'getBackupKey',
        tags,
        summary: 'Get the backup encryption key',
        description:
          'Returns the public keys that protect and sign the organization’s backups. `exportedAt` shows whether someone keeps a recovery kit outside this instance.',
        response: { 200: BackupKey },
      },
    },
    async (request) => await keys.get(request.actor),
  )
  app.post(
    '/backup-key/export',
    {
      config: { permission: 'secrets:reveal', scope: 'organization' },
      schema: {
        operationId: 'exportBackupKey',
        tags,
        summary: 'Export the recovery kit',
        description:
          'Returns a file that opens every backup of the organization with only `age` and `zstd`, even without Longshore. It’s encrypted to the public key that you send. You must have signed in within the last ten minutes, so API tokens can’t do this. Every export is in the audit log.',
        body: RevealBody,
        response: { 200: Revealed },
      },
    },
    async (request) => await keys.exportKit(request.actor, request.body.recipient),
  )
}
