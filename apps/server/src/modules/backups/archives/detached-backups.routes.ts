import { problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { pageOf } from '../../../platform/pagination/page.schemas.ts'
import { Backup, DetachedBackupParams, DetachedBackupsQuery } from './backups.schemas.ts'
import type { DetachedBackupsService } from './detached-backups.service.ts'
import { archiveBytes, sendArchive } from './send-archive.routes.ts'

const tags = ['backups']

export function registerDetachedBackupRoutes(app: HttpServer, backups: DetachedBackupsService): void {
  app.get(
    '/backups',
    {
      config: { permission: 'backups:read', scope: 'organization' },
      schema: {
        operationId: 'listDetachedBackups',
        tags,
        summary: 'List backups of deleted environments',
        description:
          'Returns backups whose environment no longer exists, newest first. They stay until you delete them. To restore one, call `POST /environments/{id}/backups/{bid}/restore` with the environment to restore into.',
        querystring: DetachedBackupsQuery,
        response: { 200: pageOf(Backup) },
      },
    },
    async (request) => await backups.list(request.actor, request.query),
  )
  app.get(
    '/backups/:bid',
    {
      config: { permission: 'backups:read', scope: 'organization' },
      schema: {
        operationId: 'getDetachedBackup',
        tags,
        summary: 'Get a backup of a deleted environment',
        description: 'Returns one backup with the names that its project and environment had.',
        params: DetachedBackupParams,
        response: { 200: Backup },
      },
    },
    async (request) => await backups.get(request.actor, request.params.bid),
  )
  app.delete(
    '/backups/:bid',
    {
      config: { permission: 'backups:write', scope: 'organization', versioned: true },
      schema: {
        operationId: 'deleteDetachedBackup',
        tags,
        summary: 'Delete a backup of a deleted environment',
        description:
          'Deletes the archive from its storage location, then the entry. You can’t undo this. A backup with an object lock that hasn’t ended stays: the response is 409 `backup_locked` with `lockedUntil`.',
        params: DetachedBackupParams,
        response: { 202: Backup, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(202).send(await backups.remove(request.actor, request.params.bid)),
  )
  app.get(
    '/backups/:bid/download',
    {
      config: { permission: 'backups:write', scope: 'organization' },
      schema: {
        operationId: 'downloadDetachedBackup',
        tags,
        summary: 'Download a backup of a deleted environment',
        description:
          'Returns the archive as it’s stored: compressed with zstd and encrypted with age. The key is in the organization’s recovery kit.',
        params: DetachedBackupParams,
        response: { 200: archiveBytes, ...problems(409) },
      },
    },
    async (request, reply) =>
      await sendArchive(request, reply, (signal) => backups.download(request.actor, request.params.bid, signal)),
  )
}
