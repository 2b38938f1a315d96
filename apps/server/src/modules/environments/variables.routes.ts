import { z } from 'zod'
import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { ContainerVariables } from './container-variables.schemas.ts'
import { EnvironmentParams } from './environments.schemas.ts'
import {
  AddVariablesBody,
  ReplacedVariables,
  ReplaceVariablesBody,
  ReplaceVariablesQuery,
  VariableParams,
  VariableQuery,
  Variables,
} from './variables.schemas.ts'
import type { VariablesService } from './variables.service.ts'

const tags = ['variables']

export function registerVariableRoutes(app: HttpServer, variables: VariablesService): void {
  registerContainerRoute(app, variables)
  app.get(
    '/environments/:id/variables',
    {
      config: { permission: 'variables:read', scope: 'environment:id' },
      schema: {
        operationId: 'listVariables',
        tags,
        summary: 'List variables',
        description:
          'Returns all variables of an environment in one response. Values of secrets are null, and all values are null if your role is only allowed to read.',
        params: EnvironmentParams,
        response: { 200: Variables },
      },
    },
    async (request) => await variables.list(request.actor, request.params.id),
  )
  app.post(
    '/environments/:id/variables',
    {
      config: { permission: 'variables:write', scope: 'environment:id', idempotent: true },
      schema: {
        operationId: 'addVariables',
        tags,
        summary: 'Add or replace variables',
        description:
          'Sets the variables you name and keeps all others. Secret values are encrypted immediately and hidden from then on. The change takes effect with the next deployment.',
        params: EnvironmentParams,
        body: AddVariablesBody,
        response: { 200: Variables, ...problems(409) },
      },
    },
    async (request) => await variables.add(request.actor, request.params.id, request.body),
  )
  app.put(
    '/environments/:id/variables',
    {
      config: { permission: 'variables:write', scope: 'environment:id' },
      schema: {
        operationId: 'replaceVariables',
        tags,
        summary: 'Replace all variables, or paste a .env file',
        description:
          'Send either `variables` or `env`, the content of a .env file. Variables you do not name are removed, unless `keepOthers` is true. Use `dryRun=true` to preview the result. The change takes effect with the next deployment.',
        params: EnvironmentParams,
        querystring: ReplaceVariablesQuery,
        body: ReplaceVariablesBody,
        response: { 200: ReplacedVariables, ...problems(409) },
      },
    },
    async (request) => {
      const { dryRun = false } = request.query
      return await variables.replace(request.actor, request.params.id, { ...request.body, dryRun })
    },
  )
  app.delete(
    '/environments/:id/variables/:key',
    {
      config: { permission: 'variables:write', scope: 'environment:id' },
      schema: {
        operationId: 'deleteVariable',
        tags,
        summary: 'Remove a variable',
        description: 'The running release keeps the variable. The next deployment starts without it.',
        params: VariableParams,
        querystring: VariableQuery,
        response: { 204: z.null(), ...problems(409) },
      },
    },
    async (request, reply) => {
      const { id, key } = request.params
      await variables.remove(request.actor, id, { key, service: request.query.service })
      return reply.code(204).send(null)
    },
  )
}

function registerContainerRoute(app: HttpServer, variables: VariablesService): void {
  app.get(
    '/environments/:id/container-variables',
    {
      config: { permission: 'variables:read', scope: 'environment:id' },
      schema: {
        operationId: 'listContainerVariables',
        tags,
        summary: 'List variables of containers',
        description:
          'Returns everything that containers get with the next deployment: variables that people set, variables from databases, and those that Longshore sets. Build variables are not included. Values follow the same rules as in `GET /environments/{id}/variables`.',
        params: EnvironmentParams,
        response: { 200: ContainerVariables },
      },
    },
    async (request) => await variables.listOfContainers(request.actor, request.params.id),
  )
}
