import { problems } from '../../platform/http/problem.schemas.ts'
import { etagOf } from '../../platform/http/request-options.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { pageOf } from '../../platform/pagination/page.schemas.ts'
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

export function registerProjectRoutes(
  app: HttpServer,
  { projects, finalizing }: { projects: ProjectsService; finalizing: FinalizeService },
): void {
  registerReading(app, projects)
  registerChanges(app, projects)
  app.post(
    '/projects/:id/finalize',
    {
      config: { permission: 'environments:write', scope: 'project:id', idempotent: true },
      schema: {
        operationId: 'finalizeProject',
        tags,
        summary: 'Make an environment of a project',
        description:
          'Services come from the analysis unless you give them; secret values are sealed at once. `missingVariables` says what the code still needs. `domain` is not taken yet. Calling it again with another name makes another environment.',
        params: ProjectParams,
        body: FinalizeBody,
        response: { 200: FinalizedProject, ...problems(409) },
      },
    },
    async (request) => await finalizing.finalize(request.actor, request.params.id, request.body),
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
        summary: 'Projects',
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
        summary: 'One project, with the report of its newest analysis',
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
        summary: 'List what a project uses of its organization',
        description:
          'Servers, Git provider, domains, backup destinations and connectors, by id and name. An API token that is limited to projects sees no more of them.',
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
          'From a repository, an image, or pasted compose text. An analysis begins at once: follow it at GET /projects/:id/analysis-status.',
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
        summary: 'Change a project',
        description:
          'Replaces name and description, and the source if one is given; another source, branch or folder is analysed at once. Environments keep what they have until their next deployment.',
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
          'With everything below it, data on servers too: its environments are taken from their servers first. A running analysis and queued deployments are canceled first. Responds with 409 while a deployment runs. With `force` a server that cannot be reached does not keep it: what was left there stands in the audit log.',
        params: ProjectParams,
        querystring: RemoveProjectQuery,
        response: { 202: Project, ...problems(409) },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await projects.remove(request.actor, request.params.id, request.query)),
  )
}
