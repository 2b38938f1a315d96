import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { RevealBody, Revealed } from '../environments/reveal.schemas.ts'
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
        summary: 'Settings of an environment’s backups',
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
        summary: 'Set up or change an environment’s backups',
        description:
          'Only what is given changes. The first time a destination is needed; everything else has defaults: every night at three, seven days, four weeks and six months kept, proven daily.',
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
        summary: 'Try the destination of an environment’s backups',
        description: 'Writes, reads, lists and deletes one object. 422 says what does not work.',
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
        summary: 'What the organisation’s backups are encrypted to',
        description: 'The public half. `exportedAt` says whether somebody keeps the other half elsewhere.',
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
        summary: 'Take the organisation’s recovery kit',
        description:
          'A file that opens every backup of the organisation with `age` and `zstd` alone, encrypted to the key that you give. Needs a sign-in within the last ten minutes, which API tokens never have. Every call is in the audit log.',
        body: RevealBody,
        response: { 200: Revealed },
      },
    },
    async (request) => await keys.exportKit(request.actor, request.body.recipient),
  )
}
