import { z } from 'zod'
import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { PageQuery, pageOf } from '../../platform/pagination/page.schemas.ts'
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
        summary: 'Save a place for backups',
        description:
          'A bucket at any store that speaks S3, the disk of a server, or the disk of this instance where the operator offers it. One object is written, read, listed and deleted before it is saved.',
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
        summary: 'Rename a destination, or give it another key',
        description: 'A new key is tried first. Where it leads cannot be changed: the backups in it would be lost.',
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
        summary: 'Try a destination again',
        description: 'Answers with `status` `working`, or `failing` and why.',
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
        summary: 'Forget a destination',
        description: 'Only one that no environment uses and that holds no backups.',
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
        summary: 'Places for backups',
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
        summary: 'One place for backups',
        params: DestinationParams,
        response: { 200: BackupDestination },
      },
    },
    async (request) => await destinations.get(request.actor, request.params.id),
  )
}
