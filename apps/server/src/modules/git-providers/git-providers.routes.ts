import { z } from 'zod'
import { problems } from '../../platform/http/problem.schemas.ts'
import { etagOf } from '../../platform/http/request-options.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { PageQuery, pageOf } from '../../platform/pagination/page.schemas.ts'
import {
  DeleteProviderQuery,
  GitProvider,
  ProviderParams,
  RepositoryParams,
  SaveTokenBody,
} from './git-providers.schemas.ts'
import type { GitProvidersService } from './git-providers.service.ts'
import { AppRequest, CompleteAppBody, StartAppBody } from './github-app.schemas.ts'
import type { GithubAppsService } from './github-apps.service.ts'
import { BranchesQuery, BranchPage, RepositoriesQuery, RepositoryPage } from './repositories.schemas.ts'

const tags = ['git providers']

export function registerGitProviderRoutes(app: HttpServer, providers: GitProvidersService): void {
  registerReading(app, providers)
  app.post(
    '/git-provider/save-token',
    {
      config: { permission: 'git-providers:write', scope: 'organization', idempotent: true },
      schema: {
        operationId: 'saveGitToken',
        tags,
        summary: 'Connect an account by token',
        description:
          'The token is tried at the provider first. An account that is connected already gets the new token. `missingScopes` names what the token may not do.',
        body: SaveTokenBody,
        response: { 200: GitProvider, ...problems(409, 502, 503) },
      },
    },
    async (request) => await providers.saveToken(request.actor, request.body),
  )
  app.post(
    '/git-providers/:id/check',
    {
      config: { permission: 'git-providers:write', scope: 'organization' },
      schema: {
        operationId: 'checkGitProvider',
        tags,
        summary: 'Ask the provider whether the credential is still good',
        description:
          'A refused credential is an answer: `status` is `invalid` then. For a GitHub App it also finds the installation.',
        params: ProviderParams,
        response: { 200: GitProvider, ...problems(409, 502, 503) },
      },
    },
    async (request) => await providers.check(request.actor, request.params.id),
  )
  app.delete(
    '/git-providers/:id',
    {
      config: { permission: 'git-providers:write', scope: 'organization', versioned: true },
      schema: {
        operationId: 'deleteGitProvider',
        tags,
        summary: 'Disconnect an account',
        description: 'The stored credential is deleted. Revoke it at the provider too.',
        params: ProviderParams,
        querystring: DeleteProviderQuery,
        response: { 204: z.null(), ...problems(409) },
      },
    },
    async (request, reply) => {
      await providers.remove(request.actor, request.params.id, request.query)
      return reply.code(204).send(null)
    },
  )
}

function registerReading(app: HttpServer, providers: GitProvidersService): void {
  app.get(
    '/git-providers',
    {
      config: { permission: 'git-providers:read', scope: 'organization' },
      schema: {
        operationId: 'listGitProviders',
        tags,
        summary: 'Accounts at Git providers',
        querystring: PageQuery,
        response: { 200: pageOf(GitProvider) },
      },
    },
    async (request) => await providers.list(request.actor, request.query),
  )
  app.get(
    '/git-providers/:id',
    {
      config: { permission: 'git-providers:read', scope: 'organization' },
      schema: {
        operationId: 'getGitProvider',
        tags,
        summary: 'One account',
        params: ProviderParams,
        response: { 200: GitProvider },
      },
    },
    async (request, reply) => {
      const provider = await providers.get(request.actor, request.params.id)
      reply.header('etag', etagOf(provider.version))
      return provider
    },
  )
  app.get(
    '/git-providers/repositories',
    {
      config: { permission: 'git-providers:read', scope: 'organization' },
      schema: {
        operationId: 'searchRepositories',
        tags,
        summary: 'Repositories of all accounts',
        description:
          'Best match first, then newest push. A provider that fails or is slow is named in `warnings`; the others’ repositories come anyway.',
        querystring: RepositoriesQuery,
        response: { 200: RepositoryPage, ...problems(503) },
      },
    },
    async (request) => await providers.repositories(request.actor, request.query),
  )
  app.get(
    '/git-providers/:providerId/repos/:repo/branches',
    {
      config: { permission: 'git-providers:read', scope: 'organization' },
      schema: {
        operationId: 'listBranches',
        tags,
        summary: 'Branches of a repository',
        description: 'In the provider’s order. `defaultBranch` is named on every page.',
        params: RepositoryParams,
        querystring: BranchesQuery,
        response: { 200: BranchPage, ...problems(409, 502, 503) },
      },
    },
    async (request) => await providers.branches(request.actor, request.params, request.query),
  )
}

export function registerGithubAppRoutes(app: HttpServer, apps: GithubAppsService): void {
  app.post(
    '/git-providers/github-app',
    {
      config: { permission: 'git-providers:write', scope: 'organization' },
      schema: {
        operationId: 'startGithubApp',
        tags,
        summary: 'Begin a GitHub App',
        description:
          'Post `manifest` as a form to `url` in the browser. GitHub asks for a name, makes the app, and comes back to `/git-providers/github-app/callback` with `code` and `state`.',
        body: StartAppBody,
        response: { 201: AppRequest },
      },
    },
    async (request, reply) => reply.code(201).send(await apps.start(request.actor, request.body)),
  )
  app.post(
    '/git-providers/github-app/complete',
    {
      config: { permission: 'git-providers:write', scope: 'organization' },
      schema: {
        operationId: 'completeGithubApp',
        tags,
        summary: 'Finish a GitHub App',
        description:
          'Swaps the code for the app and keeps its key, sealed. Then open `installUrl`, choose repositories, and call the check operation.',
        body: CompleteAppBody,
        response: { 201: GitProvider, ...problems(409, 502, 503) },
      },
    },
    async (request, reply) => reply.code(201).send(await apps.complete(request.actor, request.body)),
  )
}
