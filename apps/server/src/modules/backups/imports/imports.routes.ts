import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import { platformProblems } from '../../../platform/errors/platform-problems.ts'
import { readLongBody } from '../../../platform/http/long-body.ts'
import { boundaryOf, type Part, readMultipart } from '../../../platform/http/multipart.ts'
import { eventStreamOf, problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { followRun } from '../../../platform/http/sse/follow-stream.ts'
import { StreamQuery } from '../../../platform/http/sse/stream-query.schemas.ts'
import type { StreamServer } from '../../../platform/http/sse/stream-server.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { pageOf } from '../../../platform/pagination/page.schemas.ts'
import { Import, ImportPath, ImportQuery, ImportsPath, ImportsQuery } from './imports.schemas.ts'
import type { ImportPart, ImportsService } from './imports.service.ts'

const tags = ['backups']
const path = '/environments/:id/backups/imports/:importId'
const mediaTypes = ['application/sql', 'application/octet-stream', 'application/gzip', 'application/zstd']
const fieldBytes = 200

/** A body that isn't read yet, and that an Idempotency-Key doesn't cover. */
class Upload {
  readonly contentType: string

  constructor(contentType: string) {
    this.contentType = contentType
  }
}
const UploadBody = z.instanceof(Upload).meta({
  description:
    'A form with the fields `file`, `serviceId`, `confirm`, and `safetyBackup`. Or the file itself, with the other fields in the query string.',
})

export function registerImportRoutes(
  app: HttpServer,
  { imports, streams }: { imports: ImportsService; streams: StreamServer },
): void {
  app.register(async (scope: HttpServer) => registerUpload(scope, imports))
  registerReading(app, imports)
  registerDecisions(app, imports)
  app.get(
    `${path}/status`,
    {
      config: { permission: 'backups:read', scope: 'environment:id', stream: true },
      schema: {
        operationId: 'streamImport',
        tags,
        summary: 'Follow an import',
        description:
          'Sends Server-Sent Events until the import has ended: `status` with the complete import whenever it makes progress, and finally `end`.',
        params: ImportPath,
        querystring: StreamQuery,
        response: { 200: eventStreamOf({ status: Import }) },
      },
    },
    async (request, reply) => {
      const id = await imports.runOf(request.actor, request.params)
      await followRun(request, reply, streams, { id, query: request.query })
    },
  )
}

function registerUpload(scope: HttpServer, imports: ImportsService): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(['multipart/form-data', ...mediaTypes], async (request: FastifyRequest) => {
    if (request.headers['content-encoding'] !== undefined) throw new AppError(platformProblems.unsupported_media_type)
    return new Upload(request.headers['content-type'] ?? '')
  })
  scope.post(
    '/environments/:id/backups/import',
    {
      config: {
        permission: 'backups:restore',
        scope: 'environment:id',
        rawBody: true,
        mediaTypes: ['multipart/form-data', ...mediaTypes],
        idempotent: true,
        location: '/api/v1/environments/{environmentId}/backups/imports/{id}',
      },
      schema: {
        operationId: 'importSql',
        tags,
        summary: 'Import an SQL file',
        description:
          'Replaces the content of a database with an SQL file, which can be plain, compressed with gzip or zstd, or an archive from `pg_dump -Fc`. Longshore backs up the current data, loads the file into a new volume, and then switches. You can undo this until `undoUntil`. The file runs with a role that owns only this database; client commands and access to programs or files are rejected. An `Idempotency-Key` covers the call and its query string, not the content of the file.',
        params: ImportsPath,
        querystring: ImportQuery,
        body: UploadBody,
        response: { 202: Import, ...problems(409, 413, 503) },
      },
    },
    async (request, reply) => {
      const left = new AbortController()
      request.raw.once('close', () => {
        if (!request.raw.complete) left.abort(new AppError(platformProblems.malformed_request, 'The caller left.'))
      })
      const parts = partsOf(request, request.body)
      const { query } = request
      const serviceId = query.serviceId === undefined ? undefined : encodeId('svc', query.serviceId)
      const wish = { ...query, serviceId }
      try {
        const { actor, params } = request
        return accepted(reply, await imports.begin(actor, params.id, { wish, parts, signal: left.signal }))
      } catch (error) {
        // Read and discard the rest for a moment; otherwise the response could be lost with the connection.
        request.raw.resume()
        throw error
      }
    },
  )
}

async function* partsOf(request: FastifyRequest, { contentType }: Upload): AsyncGenerator<ImportPart> {
  const body = readLongBody(request.raw)
  if (!contentType.startsWith('multipart/')) {
    yield { file: body }
    return
  }
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) throw new AppError(platformProblems.malformed_request, 'The form names no boundary.')
  for await (const part of readMultipart(body, boundary)) {
    const { name } = part
    if (name === 'file') yield { file: part.content }
    else if (name === 'serviceId' || name === 'confirm' || name === 'safetyBackup')
      yield { field: name, value: await textOf(part) }
    else
      throw new AppError(
        platformProblems.malformed_request,
        'The form has a part that is none of file, serviceId, confirm and safetyBackup.',
      )
  }
}

async function textOf({ content }: Part): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of content) {
    bytes += part.length
    if (bytes > fieldBytes) throw new AppError(platformProblems.malformed_request, 'A field of the form is too long.')
    parts.push(Buffer.from(part))
  }
  return Buffer.concat(parts).toString('utf8')
}

function registerReading(app: HttpServer, imports: ImportsService): void {
  app.get(
    '/environments/:id/backups/imports',
    {
      config: { permission: 'backups:read', scope: 'environment:id' },
      schema: {
        operationId: 'listImports',
        tags,
        summary: 'List imports',
        description: 'Returns all imports into databases of the environment, newest first.',
        params: ImportsPath,
        querystring: ImportsQuery,
        response: { 200: pageOf(Import) },
      },
    },
    async (request) => await imports.list(request.actor, request.params.id, request.query),
  )
  app.get(
    path,
    {
      config: { permission: 'backups:read', scope: 'environment:id' },
      schema: {
        operationId: 'getImport',
        tags,
        summary: 'Get an import',
        description: 'Returns one import with its progress, its result, and until when you can undo it.',
        params: ImportPath,
        response: { 200: Import },
      },
    },
    async (request) => await imports.get(request.actor, request.params),
  )
}

function registerDecisions(app: HttpServer, imports: ImportsService): void {
  const config = { permission: 'backups:restore', scope: 'environment:id', idempotent: true } as const
  const shape = { tags, params: ImportPath }
  app.post(
    `${path}/confirm`,
    {
      config,
      schema: {
        ...shape,
        operationId: 'confirmImport',
        summary: 'Keep the imported data',
        description:
          'Deletes the volume with the old data to free disk space. After that, you can no longer undo the import. API tokens can’t do this.',
        response: { 200: Import, ...problems(409) },
      },
    },
    async (request) => await imports.confirm(request.actor, request.params),
  )
  app.post(
    `${path}/undo`,
    {
      config,
      schema: {
        ...shape,
        operationId: 'undoImport',
        summary: 'Undo an import',
        description:
          'Switches the database back to the data from before the import, with a brief stop. Everything written since then is lost, so back it up first if you need it.',
        response: { 202: Import, ...problems(409) },
      },
    },
    async (request, reply) => accepted(reply, await imports.undo(request.actor, request.params)),
  )
  app.post(
    `${path}/cancel`,
    {
      config: { permission: 'backups:restore', scope: 'environment:id' },
      schema: {
        ...shape,
        operationId: 'cancelImport',
        summary: 'Cancel an import',
        description:
          'Stops an import that has not switched yet. The database keeps its current data, and the partial copy is deleted.',
        response: { 202: Import, ...problems(409) },
      },
    },
    async (request, reply) => accepted(reply, await imports.cancel(request.actor, request.params)),
  )
}

function accepted(reply: FastifyReply, made: Import) {
  const environment = encodeId('env', made.environmentId)
  const location = `/api/v1/environments/${environment}/backups/imports/${encodeId('imp', made.id)}`
  return reply.code(202).header('location', location).send(made)
}
