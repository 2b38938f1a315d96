import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import {
  AdoptBody,
  AdoptedProject,
  Adoption,
  AdoptionPath,
  AdoptionPlan,
  AdoptionState,
  ComposeProjectPath,
  ComposeProjects,
  ConfirmBody,
  PlanQuery,
  ServerPath,
} from './adoptions.schemas.ts'
import type { AdoptionsService } from './adoptions.service.ts'

const tags = ['servers']
const read = { permission: 'environments:read', scope: 'environment:id' } as const
const decided = { permission: 'deployments:write', scope: 'environment:id', idempotent: true } as const

export function registerAdoptionRoutes(app: HttpServer, adoptions: AdoptionsService): void {
  registerProjects(app, adoptions)
  app.post(
    '/servers/:id/compose-projects/:name/adopt',
    {
      config: { permission: 'servers:write', scope: 'organization', idempotent: true },
      schema: {
        operationId: 'adoptComposeProject',
        tags,
        summary: 'Adopt a compose project',
        description:
          'Creates a project and an environment for a compose project that runs on the server, and prepares the switch: Longshore keeps the images and reads all data once. The old containers keep running until you call `POST /environments/{id}/adoption/switch`. Values of variables are encrypted on the way and never returned. Also needs the permissions to write projects, environments, variables, and deployments.',
        params: ComposeProjectPath,
        body: AdoptBody,
        response: { 202: AdoptedProject, ...problems(409, 502, 503) },
      },
    },
    async (request, reply) => {
      const adopted = await adoptions.adopt(request.actor, request.params, request.body)
      const path = `/api/v1/environments/${encodeId('env', adopted.environment.id)}/adoption`
      return reply.code(202).header('location', path).send(adopted)
    },
  )
  registerDecisions(app, adoptions)
}

function registerProjects(app: HttpServer, adoptions: AdoptionsService): void {
  app.get(
    '/servers/:id/compose-projects',
    {
      config: { permission: 'servers:write', scope: 'organization' },
      schema: {
        operationId: 'listComposeProjects',
        tags,
        summary: 'List compose projects on a server',
        description:
          'Lists compose projects on the server that Longshore didn’t create and that no environment takes over, as the Docker Engine reports them. Nothing is read from the files of the server.',
        params: ServerPath,
        response: { 200: ComposeProjects, ...problems(409, 502, 503) },
      },
    },
    async (request) => await adoptions.list(request.actor, request.params.id),
  )
  app.get(
    '/servers/:id/compose-projects/:name/plan',
    {
      config: { permission: 'servers:write', scope: 'organization' },
      schema: {
        operationId: 'planComposeProject',
        tags,
        summary: 'Plan the adoption of a compose project',
        description:
          'Returns which services, variables, and volumes an adoption would create, which data it would copy, and what would be different afterwards. Changes nothing.',
        params: ComposeProjectPath,
        querystring: PlanQuery,
        response: { 200: AdoptionPlan, ...problems(409, 502, 503) },
      },
    },
    async (request) => await adoptions.plan(request.actor, request.params, request.query),
  )
}

function registerDecisions(app: HttpServer, adoptions: AdoptionsService): void {
  app.get(
    '/environments/:id/adoption',
    {
      config: read,
      schema: {
        operationId: 'getAdoption',
        tags,
        summary: 'Get an adoption',
        description:
          'Returns the progress of an adoption, or null for an environment that doesn’t adopt a compose project.',
        params: AdoptionPath,
        response: { 200: AdoptionState },
      },
    },
    async (request) => await adoptions.get(request.actor, request.params.id),
  )
  app.post(
    '/environments/:id/adoption/switch',
    {
      config: decided,
      schema: {
        operationId: 'switchAdoption',
        tags,
        summary: 'Switch to the adopted stack',
        description:
          'Starts a deployment that stops the old containers, copies their data into new volumes, compares it, and starts the new containers. If the new version doesn’t become live, the old containers start again. The old data is never changed.',
        params: AdoptionPath,
        response: { 202: Adoption, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(202).send(await adoptions.switch(request.actor, request.params.id)),
  )
  app.post(
    '/environments/:id/adoption/undo',
    {
      config: decided,
      schema: {
        operationId: 'undoAdoption',
        tags,
        summary: 'Undo an adoption',
        description:
          'Stops the environment and starts the old containers as they were before the switch. What was written since then stays in the new volumes and isn’t copied back.',
        params: AdoptionPath,
        response: { 202: Adoption, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(202).send(await adoptions.undo(request.actor, request.params.id)),
  )
  app.post(
    '/environments/:id/adoption/confirm',
    {
      config: decided,
      schema: {
        operationId: 'confirmAdoption',
        tags,
        summary: 'Remove the old containers',
        description:
          'Removes the old containers of an adopted stack, and their named volumes only if you ask for it. Folders of the server always stay. You cannot undo this.',
        params: AdoptionPath,
        body: ConfirmBody,
        response: { 202: Adoption, ...problems(409) },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await adoptions.confirm(request.actor, request.params.id, request.body)),
  )
}
