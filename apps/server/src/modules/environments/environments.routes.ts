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
          'Its services are those of `copyFrom`, else those that the newest analysis of the project suggests. Nothing runs before the first deployment.',
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
        summary: 'Say which services an environment has',
        description:
          'The full list. A service whose name stays keeps its data and its variables. Databases get credentials of their own. Nothing changes on the server before the next deployment; `pendingChanges` says what that will do.',
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
        summary: 'Environments',
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
        summary: 'One environment, with its services and what the next deployment will do',
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
        summary: 'Change an environment',
        description: 'Its name, where its images are built, and whether it has an address before any domain.',
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
        summary: 'Change the branch of an environment',
        description: 'The next deployment takes its tip.',
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
        summary: 'Say on which server an environment runs',
        description:
          'The next deployment starts everything there and then removes it from the server before. When services keep data on the present one it begins at once, and the answer is 202: what writes is stopped, the data is brought over and compared, and the live release is deployed there (`GET …/deployments` has it first). If that fails, everything runs where it was. The old data is kept: see `GET …/moves`. Responds with 409 `environment_busy` while a deployment or another run of the environment is in progress.',
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
