import type { z } from 'zod'
import { eventStreamOf, problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { followRun } from '../../platform/http/sse/follow-stream.ts'
import { RunStep } from '../../platform/http/sse/stream-events.schemas.ts'
import { StreamQuery } from '../../platform/http/sse/stream-query.schemas.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { pageOf } from '../../platform/pagination/page.schemas.ts'
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
import { archiveBytes, sendArchive } from './send-archive.ts'

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
        summary: 'Backups of an environment',
        description: 'Newest first. `content.tables` is left out here: ask for one backup to see it.',
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
          'One backup for each database and volume of the environment, or for those of one service. A backup has succeeded once what is stored was read back, and its hashes, end mark and content agree.',
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
        summary: 'One backup',
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
        summary: 'End a backup that is being made',
        description: 'Nothing of it is kept. Again is no change.',
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
        description: 'Removes what is stored, then the entry. What is being restored from it ends first.',
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
        summary: 'Download a backup as it is stored',
        description:
          'Compressed with zstd and encrypted with age: `age -d -i key.txt FILE | zstd -d` opens it with the key of the organisation’s recovery kit, or with your own where a recipient is set.',
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
    '/environments/:id/backups/:bid/plain',
    {
      config: { permission: 'secrets:reveal', scope: 'environment:id' },
      schema: {
        operationId: 'downloadPlainBackup',
        tags,
        summary: 'Download the dump itself',
        description:
          'Decrypted and expanded. Needs a sign-in within the last ten minutes, which API tokens never have. Every call is in the audit log.',
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
          'Server-Sent Events: `status` with the whole backup, `step` when a step begins, `progress` with the bytes of the dump so far, then `end`.',
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
