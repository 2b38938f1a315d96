import type { FastifyReply } from 'fastify'
import { eventStreamOf, problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { followRun } from '../../../platform/http/sse/follow-stream.ts'
import { StreamQuery } from '../../../platform/http/sse/stream-query.schemas.ts'
import type { StreamServer } from '../../../platform/http/sse/stream-server.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { pageOf } from '../../../platform/pagination/page.schemas.ts'
import {
  Restore,
  RestoreBackupPath,
  RestoreBody,
  RestorePath,
  RestoresPath,
  RestoresQuery,
} from './restores.schemas.ts'
import type { RestoresService } from './restores.service.ts'

const tags = ['backups']
const config = { permission: 'backups:restore', scope: 'environment:id', idempotent: true } as const

export function registerRestoreRoutes(
  app: HttpServer,
  { restores, streams }: { restores: RestoresService; streams: StreamServer },
): void {
  app.post(
    '/environments/:id/backups/:bid/restore',
    {
      config,
      schema: {
        operationId: 'restoreBackup',
        tags,
        summary: 'Restore a backup',
        description:
          'Restores a backup in place or into a new database. In place, Longshore backs up the current data, loads the backup into a new volume, compares it, and then restarts the database with it, a brief stop. The old volume is kept until you confirm the restore or `undoUntil` has passed. Responds with 409 while another run of the environment is in progress.',
        params: RestoreBackupPath,
        body: RestoreBody,
        response: { 202: Restore, ...problems(409) },
      },
    },
    async (request, reply) => accepted(reply, await restores.restore(request.actor, request.params, request.body)),
  )
  registerReading(app, restores)
  registerDecisions(app, restores)
  app.get(
    '/environments/:id/backups/restores/:rid/status',
    {
      config: { permission: 'backups:read', scope: 'environment:id', stream: true },
      schema: {
        operationId: 'streamRestore',
        tags,
        summary: 'Follow a restore',
        description:
          'Sends Server-Sent Events until the restore has ended: `status` with the complete restore whenever it makes progress, and finally `end`.',
        params: RestorePath,
        querystring: StreamQuery,
        response: { 200: eventStreamOf({ status: Restore }) },
      },
    },
    async (request, reply) => {
      const id = await restores.runOf(request.actor, request.params)
      await followRun(request, reply, streams, { id, query: request.query })
    },
  )
}

function registerReading(app: HttpServer, restores: RestoresService): void {
  app.get(
    '/environments/:id/backups/restores',
    {
      config: { permission: 'backups:read', scope: 'environment:id' },
      schema: {
        operationId: 'listRestores',
        tags,
        summary: 'List restores',
        description: 'Returns all restores in the environment, newest first. Imports have their own list.',
        params: RestoresPath,
        querystring: RestoresQuery,
        response: { 200: pageOf(Restore) },
      },
    },
    async (request) => await restores.list(request.actor, request.params.id, request.query),
  )
  app.get(
    '/environments/:id/backups/restores/:rid',
    {
      config: { permission: 'backups:read', scope: 'environment:id' },
      schema: {
        operationId: 'getRestore',
        tags,
        summary: 'Get a restore',
        description: 'Returns one restore with its progress, its result, and until when you can undo it.',
        params: RestorePath,
        response: { 200: Restore },
      },
    },
    async (request) => await restores.get(request.actor, request.params),
  )
}

const decisions = {
  confirm: {
    operationId: 'confirmRestore',
    summary: 'Keep the restored data',
    description:
      'Deletes the volume with the old data to free disk space. After that, you can no longer undo the restore. API tokens can’t do this.',
  },
  undo: {
    operationId: 'undoRestore',
    summary: 'Undo a restore',
    description:
      'Restarts the database with its old volume, a brief stop. Everything written since the restore is lost, so back it up first if you need it.',
  },
  cancel: {
    operationId: 'cancelRestore',
    summary: 'Cancel a restore',
    description:
      'Stops a restore that has not switched yet. The database keeps its current data, and the partial copy is deleted.',
  },
} as const

function registerDecisions(app: HttpServer, restores: RestoresService): void {
  for (const name of ['confirm', 'undo', 'cancel'] as const) {
    app.post(
      `/environments/:id/backups/restores/:rid/${name}`,
      {
        config,
        schema: { tags, ...decisions[name], params: RestorePath, response: { 202: Restore, ...problems(409) } },
      },
      async (request, reply) => accepted(reply, await restores[name](request.actor, request.params)),
    )
  }
}

function accepted(reply: FastifyReply, restore: Restore) {
  const { id, environmentId } = restore
  const path = `/api/v1/environments/${encodeId('env', environmentId)}/backups/restores/${encodeId('rst', id)}`
  return reply.code(202).header('location', path).send(restore)
}
