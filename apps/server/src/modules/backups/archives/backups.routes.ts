import type { z } from 'zod'
import { eventStreamOf, problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { followRun } from '../../../platform/http/sse/follow-stream.ts'
import { RunStep } from '../../../platform/http/sse/stream-events.schemas.ts'
import { StreamQuery } from '../../../platform/http/sse/stream-query.schemas.ts'
import type { StreamServer } from '../../../platform/http/sse/stream-server.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { pageOf } from '../../../platform/pagination/page.schemas.ts'
import {
  Backup,
  BackupParams,
  BackupProgress,
  BackupsParams,
  BackupsQuery,
  TriggerBackupBody,
  TriggeredBackups,
} from './backups.schemas.ts'
import type { BackupsService } from './backups.service.ts'
import { archiveBytes, sendArchive } from './send-archive.routes.ts'

const tags = ['backups']

export function registerBackupRoutes(
  app: HttpServer,
  { backups, streams }: { backups: BackupsService; streams: StreamServer },
): void {
  app.get(
    '/environments/:id/backups',
    {
      config: { permission: 'backups:read', scope: 'environment:id' },
      schema: {
        operationId: 'listBackups',
        tags,
        summary: 'List backups',
        description:
          'Returns the environment’s backups, newest first. `content.tables` is empty here: get a single backup to see its tables.',
        params: BackupsParams,
        querystring: BackupsQuery,
        response: { 200: pageOf(Backup) },
      },
    },
    async (request) => await backups.list(request.actor, request.params.id, request.query),
  )
  app.post(
    '/environments/:id/backups/trigger',
    {
      config: { permission: 'backups:write', scope: 'environment:id', idempotent: true },
      schema: {
        operationId: 'triggerBackup',
        tags,
        summary: 'Back up now',
        description:
          'Starts one backup for each database and volume of the environment, or of one service. A backup counts as succeeded only after Longshore has read the stored archive back and compared it. If no backup schedule exists, one is created with your only storage location and stays off. The environment must be running.',
        params: BackupsParams,
        body: TriggerBackupBody,
        response: { 202: TriggeredBackups, ...problems(409) },
      },
    },
    async (request, reply) => {
      const begun = await backups.trigger(request.actor, request.params.id, request.body)
      const [first] = begun.items
      if (begun.items.length === 1 && first !== undefined) reply.header('location', pathOf(request.params.id, first))
      return reply.code(202).send(begun)
    },
  )
  registerOne(app, backups)
  registerDownloads(app, backups)
  registerStream(app, backups, streams)
}

function registerOne(app: HttpServer, backups: BackupsService): void {
  app.get(
    '/environments/:id/backups/:bid',
    {
      config: { permission: 'backups:read', scope: 'environment:id' },
      schema: {
        operationId: 'getBackup',
        tags,
        summary: 'Get a backup',
        description: 'Returns one backup with its tables, its storage location, and the result of its restore test.',
        params: BackupParams,
        response: { 200: Backup },
      },
    },
    async (request) => await backups.get(request.actor, request.params),
  )
  app.post(
    '/environments/:id/backups/:bid/cancel',
    {
      config: { permission: 'backups:write', scope: 'environment:id' },
      schema: {
        operationId: 'cancelBackup',
        tags,
        summary: 'Cancel a backup',
        description:
          'Stops a queued or running backup and deletes what it stored so far. Repeating the call has no effect. A finished backup responds with 409.',
        params: BackupParams,
        response: { 202: Backup, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(202).send(await backups.cancel(request.actor, request.params)),
  )
  app.delete(
    '/environments/:id/backups/:bid',
    {
      config: { permission: 'backups:write', scope: 'environment:id', versioned: true },
      schema: {
        operationId: 'deleteBackup',
        tags,
        summary: 'Delete a backup',
        description:
          'Deletes the archive from its storage location, then the entry. A restore that’s reading it finishes first. You can’t undo this. A backup with an object lock that hasn’t ended stays: the response is 409 `backup_locked` with `lockedUntil`. Cancel a backup that’s still running instead.',
        params: BackupParams,
        response: { 202: Backup, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(202).send(await backups.remove(request.actor, request.params)),
  )
}

function registerDownloads(app: HttpServer, backups: BackupsService): void {
  app.get(
    '/environments/:id/backups/:bid/download',
    {
      config: { permission: 'backups:write', scope: 'environment:id' },
      schema: {
        operationId: 'downloadBackup',
        tags,
        summary: 'Download an encrypted backup',
        description:
          'Returns the archive as it’s stored: compressed with zstd and encrypted with age. To open it, run `age -d -i key.txt FILE | zstd -d`. The key is in the organization’s recovery kit; your own key works too if the schedule has one. Every download is in the audit log.',
        params: BackupParams,
        response: { 200: archiveBytes, ...problems(409) },
      },
    },
    async (request, reply) =>
      await sendArchive(request, reply, (signal) =>
        backups.download(request.actor, request.params, { isPlain: false, signal }),
      ),
  )
  app.get(
    '/environments/:id/backups/:bid/download-decrypted',
    {
      config: { permission: 'secrets:reveal', scope: 'environment:id' },
      schema: {
        operationId: 'downloadDecryptedBackup',
        tags,
        summary: 'Download a decrypted backup',
        description:
          'Returns the dump itself, decrypted and decompressed. You must have signed in within the last ten minutes, so API tokens can’t do this. Every download is in the audit log.',
        params: BackupParams,
        response: { 200: archiveBytes, ...problems(409) },
      },
    },
    async (request, reply) =>
      await sendArchive(request, reply, (signal) =>
        backups.download(request.actor, request.params, { isPlain: true, signal }),
      ),
  )
}

function registerStream(app: HttpServer, backups: BackupsService, streams: StreamServer): void {
  app.get(
    '/environments/:id/backups/:bid/status',
    {
      config: { permission: 'backups:read', scope: 'environment:id', stream: true },
      schema: {
        operationId: 'streamBackup',
        tags,
        summary: 'Follow a backup',
        description:
          'Streams Server-Sent Events: `status` with the whole backup whenever it changes, `step` when a step starts, `progress` with the bytes dumped so far, and `end` when it’s over. Reconnect with `Last-Event-ID` to continue where you left off.',
        params: BackupParams,
        querystring: StreamQuery,
        response: { 200: eventStreamOf({ status: Backup, step: RunStep, progress: BackupProgress }) },
      },
    },
    async (request, reply) => {
      const { id } = await backups.get(request.actor, request.params)
      await followRun(request, reply, streams, { id, query: request.query })
    },
  )
}

type Place = z.output<typeof BackupParams>

function pathOf(environmentId: Place['id'], { id }: Backup): string {
  return `/api/v1/environments/${encodeId('env', environmentId)}/backups/${encodeId('bkp', id)}`
}
