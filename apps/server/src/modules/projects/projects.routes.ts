import { problems } from '../../platform/http/problem.schemas.ts'
import { etagOf } from '../../platform/http/request-options.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { pageOf } from '../../platform/pagination/page.schemas.ts'
import { CreateExampleBody } from './example.schemas.ts'
import type { ExampleService } from './example.service.ts'
import { FinalizeBody, FinalizedProject } from './finalize.schemas.ts'
import type { FinalizeService } from './finalize.service.ts'
import { ProjectResources } from './project-resources.schemas.ts'
import {
  CreateProjectBody,
  Project,
  ProjectParams,
  ProjectSummary,
  ProjectsQuery,
  RemoveProjectQuery,
  UpdateProjectBody,
} from './projects.schemas.ts'
import type { ProjectsService } from './projects.service.ts'

const tags = ['projects']

export interface ProjectServices {
  projects: ProjectsService
  finalizing: FinalizeService
  examples: ExampleService
}

export function registerProjectRoutes(app: HttpServer, { projects, finalizing, examples }: ProjectServices): void {
  registerReading(app, projects)
  registerChanges(app, projects)
  registerExample(app, examples)
  app.post(
    '/projects/:id/finalize',
    {
      config: { permission: 'environments:write', scope: 'project:id', idempotent: true },
      schema: {
        operationId: 'finalizeProject',
        tags,
        summary: 'Create an environment from the analysis',
        description:
          'Creates an environment with the services that the analysis suggests, or with the ones you send, and can start its first deployment. `missingVariables` lists what the code still needs. Call it again with another name to create another environment.',
        params: ProjectParams,
        body: FinalizeBody,
        response: { 200: FinalizedProject, ...problems(409) },
      },
    },
    async (request) => await finalizing.finalize(request.actor, request.params.id, request.body),
  )
}

function registerExample(app: HttpServer, examples: ExampleService): void {
  app.post(
    '/projects/example',
    {
      config: { permission: 'projects:write', scope: 'organization', idempotent: true },
      schema: {
        operationId: 'createExample',
        tags,
        summary: 'Deploy the example app',
        description:
          'Creates a project with one small web app and deploys it to a server. Use it to try Longshore without a repository. Delete the project to remove it again.',
        body: CreateExampleBody,
        response: { 201: FinalizedProject, ...problems(409) },
      },
    },
    async (request, reply) => {
      const created = await examples.create(request.actor, request.body)
      const path = `/api/v1/projects/${encodeId('prj', created.project.id)}`
      return reply.code(201).header('location', path).send(created)
    },
  )
}

function registerReading(app: HttpServer, projects: ProjectsService): void {
  app.get(
    '/projects',
    {
      config: { permission: 'projects:read', scope: 'visible' },
      schema: {
        operationId: 'listProjects',
        tags,
        summary: 'List projects',
        description: 'Returns the projects you are allowed to see, newest first, with their environments.',
        querystring: ProjectsQuery,
        response: { 200: pageOf(ProjectSummary) },
      },
    },
    async (request) => await projects.list(request.actor, request.query),
  )
  app.get(
    '/projects/:id',
    {
      config: { permission: 'projects:read', scope: 'project:id' },
      schema: {
        operationId: 'getProject',
        tags,
        summary: 'Get a project',
        description: 'Returns one project with its environments and the report of its newest analysis.',
        params: ProjectParams,
        response: { 200: Project },
      },
    },
    async (request, reply) => {
      const project = await projects.get(request.actor, request.params.id)
      reply.header('etag', etagOf(project.version))
      return project
    },
  )
  app.get(
    '/projects/:id/resources',
    {
      config: { permission: 'projects:read', scope: 'project:id' },
      schema: {
        operationId: 'listProjectResources',
        tags,
        summary: 'List the resources of a project',
        description:
          'Returns the servers, Git provider connection, domains, storage locations, and notification channels that the project uses, with ID and name. An API token that is limited to projects cannot see more of them than this.',
        params: ProjectParams,
        response: { 200: ProjectResources },
      },
    },
    async (request) => await projects.resources(request.actor, request.params.id),
  )
}

function registerChanges(app: HttpServer, projects: ProjectsService): void {
  app.post(
    '/projects',
    {
      config: { permission: 'projects:write', scope: 'organization', idempotent: true },
      schema: {
        operationId: 'createProject',
        tags,
        summary: 'Create a project',
        description:
          'Creates a project from a repository, an image, or compose text, and starts to analyze it. Follow the analysis with `GET /projects/{id}/analysis-status`, then create an environment with `POST /projects/{id}/finalize`.',
        body: CreateProjectBody,
        response: { 201: Project, ...problems(409) },
      },
    },
    async (request, reply) => {
      const project = await projects.create(request.actor, request.body)
      const path = `/api/v1/projects/${encodeId('prj', project.id)}`
      return reply.code(201).header('location', path).header('etag', etagOf(project.version)).send(project)
    },
  )
  app.put(
    '/projects/:id',
    {
      config: { permission: 'projects:write', scope: 'project:id', versioned: true },
      schema: {
        operationId: 'updateProject',
        tags,
        summary: 'Update a project',
        description:
          'Replaces the name and the description, and the source if you send one. A new source, branch, or directory is analyzed immediately. Environments do not change until their next deployment.',
        params: ProjectParams,
        body: UpdateProjectBody,
        response: { 200: Project, ...problems(409) },
      },
    },
    async (request, reply) => {
      const project = await projects.update(request.actor, request.params.id, request.body)
      reply.header('etag', etagOf(project.version))
      return project
    },
  )
  app.delete(
    '/projects/:id',
    {
      config: { permission: 'projects:write', scope: 'project:id', versioned: true },
      schema: {
        operationId: 'deleteProject',
        tags,
        summary: 'Delete a project',
        description:
          'Stops all environments of the project and moves it to the trash with them, where it is kept for seven days by default. `POST /trash/{id}/restore` brings everything back. A running analysis and queued deployments are canceled first. Responds with 409 while a deployment is running. With `force`, an unreachable server does not block this. With `permanent=true`, everything is removed from the servers at once.',
        params: ProjectParams,
        querystring: RemoveProjectQuery,
        response: { 202: Project, ...problems(409) },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await projects.remove(request.actor, request.params.id, request.query)),
  )
}
