import { problems } from '../../platform/http/problem.schemas.ts'
import { etagOf } from '../../platform/http/request-options.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { pageOf } from '../../platform/pagination/page.schemas.ts'
import {
  BranchBody,
  ConfiguredServices,
  ConfigureServicesBody,
  CreateEnvironmentBody,
  Environment,
  EnvironmentParams,
  EnvironmentSummary,
  EnvironmentsQuery,
  ServerBody,
  UpdateEnvironmentBody,
} from './environments.schemas.ts'
import type { EnvironmentsService } from './environments.service.ts'
import type { ServicesService } from './services.service.ts'

const tags = ['environments']

export function registerEnvironmentRoutes(
  app: HttpServer,
  { environments, services }: { environments: EnvironmentsService; services: ServicesService },
): void {
  registerReading(app, environments)
  registerChanges(app, environments)
  app.post(
    '/environments',
    {
      config: { permission: 'environments:write', scope: 'body:projectId', idempotent: true },
      schema: {
        operationId: 'createEnvironment',
        tags,
        summary: 'Create an environment',
        description:
          'Creates an environment with the services of `copyFrom`, with the given `services`, or with the ones that the newest analysis of the project suggests. Nothing runs until you start the first deployment.',
        body: CreateEnvironmentBody,
        response: { 201: Environment, ...problems(409) },
      },
    },
    async (request, reply) => {
      const environment = await environments.create(request.actor, request.body)
      const path = `/api/v1/environments/${encodeId('env', environment.id)}`
      return reply.code(201).header('location', path).header('etag', etagOf(environment.version)).send(environment)
    },
  )
  app.post(
    '/environments/:id/services',
    {
      config: { permission: 'environments:write', scope: 'environment:id', idempotent: true },
      schema: {
        operationId: 'configureServices',
        tags,
        summary: 'Configure services',
        description:
          'Replaces the list of services. A service that keeps its name keeps its data and variables, and a new database gets generated credentials. Nothing changes on the server until the next deployment; `pendingChanges` shows what that will do.',
        params: EnvironmentParams,
        body: ConfigureServicesBody,
        response: { 200: ConfiguredServices, ...problems(409) },
      },
    },
    async (request, reply) => {
      const configured = await services.configure(request.actor, request.params.id, request.body)
      reply.header('etag', etagOf(configured.version))
      return configured
    },
  )
}

function registerReading(app: HttpServer, environments: EnvironmentsService): void {
  app.get(
    '/environments',
    {
      config: { permission: 'environments:read', scope: 'visible' },
      schema: {
        operationId: 'listEnvironments',
        tags,
        summary: 'List environments',
        description: 'Returns the environments you are allowed to see, newest first. Filter by project or server.',
        querystring: EnvironmentsQuery,
        response: { 200: pageOf(EnvironmentSummary) },
      },
    },
    async (request) => await environments.list(request.actor, request.query),
  )
  app.get(
    '/environments/:id',
    {
      config: { permission: 'environments:read', scope: 'environment:id' },
      schema: {
        operationId: 'getEnvironment',
        tags,
        summary: 'Get an environment',
        description:
          'Returns the environment with its services, its hostnames, what differs on the server, and what the next deployment will change.',
        params: EnvironmentParams,
        response: { 200: Environment },
      },
    },
    async (request, reply) => {
      const environment = await environments.get(request.actor, request.params.id)
      reply.header('etag', etagOf(environment.version))
      return environment
    },
  )
}

function registerChanges(app: HttpServer, environments: EnvironmentsService): void {
  const config = { permission: 'environments:write', scope: 'environment:id', versioned: true } as const
  const shared = { tags, params: EnvironmentParams, response: { 200: Environment, ...problems(409) } }
  app.patch(
    '/environments/:id',
    {
      config,
      schema: {
        operationId: 'updateEnvironment',
        summary: 'Update an environment',
        description:
          'Changes the name, the server that builds images, or whether the environment has a generated hostname. Fields you leave out stay as they are.',
        body: UpdateEnvironmentBody,
        ...shared,
      },
    },
    async (request, reply) => {
      const environment = await environments.update(request.actor, request.params.id, request.body)
      reply.header('etag', etagOf(environment.version))
      return environment
    },
  )
  app.patch(
    '/environments/:id/branch',
    {
      config,
      schema: {
        operationId: 'changeBranch',
        summary: 'Change the branch',
        description:
          'Sets the Git branch. The live release keeps running; the next deployment takes the newest commit of the new branch.',
        body: BranchBody,
        ...shared,
      },
    },
    async (request, reply) => {
      const environment = await environments.changeBranch(request.actor, request.params.id, request.body.branch)
      reply.header('etag', etagOf(environment.version))
      return environment
    },
  )
  app.patch(
    '/environments/:id/server',
    {
      config,
      schema: {
        operationId: 'linkServer',
        summary: 'Choose or change the server',
        description:
          'Without data, this saves the server and responds with 200: the next deployment starts everything there and removes it from the previous server. If services keep data, the move starts immediately and the response is 202. Longshore stops everything that writes, copies and compares the data, and deploys the live release on the new server. If that fails, everything keeps running where it was. The old data is kept for three days; see `GET /environments/{id}/moves`. Responds with 409 `environment_busy` while another run of the environment is in progress.',
        body: ServerBody,
        ...shared,
        response: { ...shared.response, 202: Environment },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      const { environment, isMoving } = await environments.linkServer(request.actor, params.id, body.serverId)
      reply.header('etag', etagOf(environment.version))
      return isMoving ? reply.code(202).send(environment) : environment
    },
  )
}
