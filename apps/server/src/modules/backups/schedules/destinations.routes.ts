import { z } from 'zod'
import { problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { PageQuery, pageOf } from '../../../platform/pagination/page.schemas.ts'
import {
  BackupDestination,
  CreateDestinationBody,
  DestinationParams,
  UpdateDestinationBody,
} from './destinations.schemas.ts'
import type { DestinationsService } from './destinations.service.ts'

const tags = ['backups']

export function registerDestinationRoutes(app: HttpServer, destinations: DestinationsService): void {
  registerReads(app, destinations)
  app.post(
    '/backup-destinations',
    {
      config: { permission: 'backups:write', scope: 'organization', idempotent: true },
      schema: {
        operationId: 'createBackupDestination',
        tags,
        summary: 'Add a storage location',
        description:
          'Adds a bucket at any S3-compatible storage, the disk of a server, or the disk of this instance if the operator offers it. Longshore writes, reads, lists, and deletes a test object before it saves the location. With `objectLock`, it also checks that the bucket has object lock, and that it refuses to delete a locked test object. That object stays locked for a minute, and the next check deletes it.',
        body: CreateDestinationBody,
        response: { 201: BackupDestination, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(201).send(await destinations.create(request.actor, request.body)),
  )
  app.patch(
    '/backup-destinations/:id',
    {
      config: { permission: 'backups:write', scope: 'organization', versioned: true },
      schema: {
        operationId: 'updateBackupDestination',
        tags,
        summary: 'Update a storage location',
        description:
          'Changes the name, the access key, or the object lock. Longshore tests a new key or lock before it saves it. A changed lock applies to new backups only: a shorter one or none doesn’t unlock existing archives. You can’t change the bucket or server, because existing backups would become unreachable.',
        params: DestinationParams,
        body: UpdateDestinationBody,
        response: { 200: BackupDestination, ...problems(409) },
      },
    },
    async (request) => await destinations.update(request.actor, request.params.id, request.body),
  )
  app.post(
    '/backup-destinations/:id/check',
    {
      config: { permission: 'backups:write', scope: 'organization' },
      schema: {
        operationId: 'checkBackupDestination',
        tags,
        summary: 'Check a storage location',
        description:
          'Writes, reads, lists, and deletes a test object, and saves the result. With object lock, it also checks the lock. The response has the status `working`, or `failing` with the cause in `problem`.',
        params: DestinationParams,
        response: { 200: BackupDestination },
      },
    },
    async (request) => await destinations.check(request.actor, request.params.id),
  )
  app.delete(
    '/backup-destinations/:id',
    {
      config: { permission: 'backups:write', scope: 'organization', versioned: true },
      schema: {
        operationId: 'deleteBackupDestination',
        tags,
        summary: 'Remove a storage location',
        description:
          'Removes a location that no backup schedule uses and that holds no backups; otherwise the response is 409. Longshore doesn’t delete the bucket or anything else in it.',
        params: DestinationParams,
        response: { 204: z.null(), ...problems(409) },
      },
    },
    async (request, reply) => {
      await destinations.remove(request.actor, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function registerReads(app: HttpServer, destinations: DestinationsService): void {
  app.get(
    '/backup-destinations',
    {
      config: { permission: 'backups:read', scope: 'organization' },
      schema: {
        operationId: 'listBackupDestinations',
        tags,
        summary: 'List storage locations',
        description: 'Returns the places where the organization stores backup archives, newest first.',
        querystring: PageQuery,
        response: { 200: pageOf(BackupDestination) },
      },
    },
    async (request) => await destinations.list(request.actor, request.query),
  )
  app.get(
    '/backup-destinations/:id',
    {
      config: { permission: 'backups:read', scope: 'organization' },
      schema: {
        operationId: 'getBackupDestination',
        tags,
        summary: 'Get a storage location',
        description: 'Returns one storage location with the result of its last check.',
        params: DestinationParams,
        response: { 200: BackupDestination },
      },
    },
    async (request) => await destinations.get(request.actor, request.params.id),
  )
}
