import { problems } from '../../platform/http/problem.schemas.ts'
import { etagOf } from '../../platform/http/request-options.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { ConfiguredServices, EnvironmentParams } from '../environments/environments.schemas.ts'
import {
  PreviewTemplateBody,
  TemplateDetails,
  TemplateList,
  TemplateParams,
  TemplatePreview,
  TemplatesQuery,
} from './catalog.schemas.ts'
import type { CatalogService } from './catalog.service.ts'
import { DeployedTemplate, DeployTemplateBody } from './deploy-template.schemas.ts'
import type { DeployTemplateService } from './deploy-template.service.ts'
import { EnvironmentTemplate, UpdateTemplateBody } from './environment-template.schemas.ts'
import type { EnvironmentTemplateService } from './environment-template.service.ts'

const tags = ['catalog']

export interface CatalogServices {
  catalog: CatalogService
  deploying: DeployTemplateService
  updates: EnvironmentTemplateService
}

export function registerCatalogRoutes(app: HttpServer, { catalog, deploying, updates }: CatalogServices): void {
  registerReading(app, catalog)
  registerUpdates(app, updates)
  app.post(
    '/catalog/deploy',
    {
      config: { permission: 'environments:write', scope: 'organization', idempotent: true },
      schema: {
        operationId: 'deployTemplate',
        tags,
        summary: 'Deploy a template',
        description:
          'Creates a project from a template, with an environment, its databases, variables, domain, and daily backups, and starts the first deployment. Values that the template generates are stored as secrets. The first backup starts when the app is live. You also need the permissions `projects:write` and `variables:write`, and `deployments:write`, `domains:write`, and `backups:write` for the parts you use.',
        body: DeployTemplateBody,
        response: { 201: DeployedTemplate, ...problems(404, 409, 502, 504) },
      },
    },
    async (request, reply) => {
      const deployed = await deploying.deploy(request.actor, request.body)
      const path = `/api/v1/projects/${encodeId('prj', deployed.project.id)}`
      return reply.code(201).header('location', path).send(deployed)
    },
  )
}

function registerReading(app: HttpServer, catalog: CatalogService): void {
  app.get(
    '/catalog/templates',
    {
      config: { permission: 'projects:read', scope: 'organization' },
      schema: {
        operationId: 'listTemplates',
        tags,
        summary: 'List templates',
        description: 'Returns the apps that you can deploy from the catalog of this release.',
        querystring: TemplatesQuery,
        response: { 200: TemplateList },
      },
    },
    async (request) => catalog.list(request.query),
  )
  app.get(
    '/catalog/templates/:name',
    {
      config: { permission: 'projects:read', scope: 'organization' },
      schema: {
        operationId: 'getTemplate',
        tags,
        summary: 'Get a template',
        description:
          'Returns a template with its inputs, its compose file, and the services that a deployment creates.',
        params: TemplateParams,
        response: { 200: TemplateDetails, ...problems(504) },
      },
    },
    async (request) => await catalog.get(request.actor, request.params.name),
  )
  app.post(
    '/catalog/templates/preview',
    {
      config: { permission: 'projects:write', scope: 'organization' },
      schema: {
        operationId: 'previewTemplate',
        tags,
        summary: 'Preview a template from a URL or repository',
        description:
          'Fetches a template from outside the catalog, and returns what it contains and which problems its compose file has. Nothing is stored or started. `source` pins exactly this content: send it to deploy it. Fails with `rate_limited` after 60 checks in a minute.',
        body: PreviewTemplateBody,
        response: { 200: TemplatePreview, ...problems(404, 409, 502, 504) },
      },
    },
    async (request) => await catalog.preview(request.actor, request.body),
  )
}

function registerUpdates(app: HttpServer, updates: EnvironmentTemplateService): void {
  app.get(
    '/environments/:id/template',
    {
      config: { permission: 'environments:read', scope: 'environment:id' },
      schema: {
        operationId: 'getEnvironmentTemplate',
        tags,
        summary: 'Get the template of an environment',
        description:
          'Returns the template that the environment was created from, and what an update to its current version in the catalog would change. Responds with 404 if the environment was not created from a template.',
        params: EnvironmentParams,
        response: { 200: EnvironmentTemplate, ...problems(409, 504) },
      },
    },
    async (request) => await updates.get(request.actor, request.params.id),
  )
  app.post(
    '/environments/:id/template/update',
    {
      config: { permission: 'environments:write', scope: 'environment:id', versioned: true },
      schema: {
        operationId: 'updateEnvironmentTemplate',
        tags,
        summary: 'Update an environment to another version of its template',
        description:
          'Saves the compose file of the new version and the values of new inputs. Settings that you made in Longshore stay. Nothing changes on the server until the next deployment; roll back to return to the previous version.',
        params: EnvironmentParams,
        body: UpdateTemplateBody,
        response: { 200: ConfiguredServices, ...problems(409, 502, 504) },
      },
    },
    async (request, reply) => {
      const saved = await updates.update(request.actor, request.params.id, request.body)
      reply.header('etag', etagOf(saved.version))
      return saved
    },
  )
}
