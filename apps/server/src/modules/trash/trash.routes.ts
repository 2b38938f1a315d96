import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { pageOf } from '../../platform/pagination/page.schemas.ts'
import {
  PurgeQuery,
  RestoredTrash,
  TrashItem,
  TrashParams,
  TrashQuery,
  TrashSettingsBody,
  TrashSummary,
} from './trash.schemas.ts'
import type { TrashService } from './trash.service.ts'

const tags = ['trash']

export function registerTrashRoutes(app: HttpServer, trash: TrashService): void {
  registerTrashChanges(app, trash)
  app.get(
    '/trash',
    {
      config: { permission: 'projects:read', scope: 'visible' },
      schema: {
        operationId: 'listTrash',
        tags,
        summary: 'List the trash',
        description:
          'Returns what was deleted and can be restored, newest first. Items disappear when they expire, seven days after the deletion by default. To undo a deletion that you just made, filter by `resourceId`.',
        querystring: TrashQuery,
        response: { 200: pageOf(TrashItem) },
      },
    },
    async (request) => await trash.list(request.actor, request.query),
  )
  app.get(
    '/trash/summary',
    {
      config: { permission: 'projects:read', scope: 'organization' },
      schema: {
        operationId: 'getTrashSummary',
        tags,
        summary: 'Get the size of the trash',
        description: 'Returns the retention, and how much disk space the trash uses on each server until when.',
        response: { 200: TrashSummary },
      },
    },
    async (request) => await trash.summary(request.actor),
  )
  app.get(
    '/trash/:id',
    {
      config: { permission: 'projects:read', scope: 'visible' },
      schema: {
        operationId: 'getTrashItem',
        tags,
        summary: 'Get an item in the trash',
        description: 'Returns one item: what it was, who deleted it, and until when you can restore it.',
        params: TrashParams,
        response: { 200: TrashItem },
      },
    },
    async (request) => await trash.get(request.actor, request.params.id),
  )
}

function registerTrashChanges(app: HttpServer, trash: TrashService): void {
  app.post(
    '/trash/:id/restore',
    {
      config: { permission: 'projects:write', scope: 'visible' },
      schema: {
        operationId: 'restoreTrashItem',
        tags,
        summary: 'Restore an item from the trash',
        description:
          'Brings it back with its old IDs, settings, and data, and starts what was running. You also need the permission that the deletion needed. Responds with 409 if something else has its name now, or if what it belongs to is in the trash too.',
        params: TrashParams,
        response: { 200: RestoredTrash, ...problems(409) },
      },
    },
    async (request) => await trash.restore(request.actor, request.params.id),
  )
  app.delete(
    '/trash/:id',
    {
      config: { permission: 'organizations:write', scope: 'organization' },
      schema: {
        operationId: 'purgeTrashItem',
        tags,
        summary: 'Remove an item permanently',
        description:
          'Removes the item and its data before it expires. This cannot be undone. Only a person who signed in within the last ten minutes can do it; an API token never can.',
        params: TrashParams,
        querystring: PurgeQuery,
        response: { 202: TrashItem, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(202).send(await trash.purge(request.actor, request.params.id, request.query)),
  )
  app.put(
    '/trash/settings',
    {
      config: { permission: 'organizations:write', scope: 'organization' },
      schema: {
        operationId: 'setTrashRetention',
        tags,
        summary: 'Set the retention of the trash',
        description:
          'Sets for how many days to keep what is deleted from now on. Items in the trash keep their time. Only a person who signed in within the last ten minutes can shorten it.',
        body: TrashSettingsBody,
        response: { 200: TrashSummary },
      },
    },
    async (request) => await trash.setRetention(request.actor, request.body.retentionDays),
  )
}
