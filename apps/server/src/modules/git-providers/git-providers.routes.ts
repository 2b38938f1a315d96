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
        summary: 'Connect a Git provider with a token',
        description:
          'Tests the token with the Git provider and saves the connection if it works. If the same account is already connected, its token is replaced. `missingScopes` lists permissions that the token lacks.',
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
        summary: 'Check a Git provider connection',
        description:
          'Tests the stored credential with the Git provider and returns the updated connection. If the provider rejects it, `status` is `invalid`. For a GitHub App, this also finds out where the app is installed.',
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
        summary: 'Disconnect a Git provider',
        description:
          'Deletes the connection and its stored credential. Projects that use it block this, unless you send `force=true`. Revoke the token at the Git provider too.',
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
        summary: 'List Git provider connections',
        description:
          'Returns the Git provider connections of the organization with the result of their last check, newest first.',
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
        summary: 'Get a Git provider connection',
        description:
          'Returns one connection with its permissions and the result of its last check. The credential is never returned.',
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
        summary: 'Search repositories',
        description:
          'Searches the repositories of all Git provider connections, best match first, then by newest push. If a provider fails or is slow, `warnings` names it and the others are still searched.',
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
        summary: 'List branches',
        description:
          'Asks the Git provider for the branches of a repository and returns them in its order, with the newest commit of each.',
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
        summary: 'Start creating a GitHub App',
        description:
          'Returns a manifest for your own GitHub App. Send it to `url` as a form in the browser. GitHub asks for a name, creates the app, and redirects to `/git-providers/github-app/callback` with `code` and `state` for the next call.',
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
        summary: 'Finish creating a GitHub App',
        description:
          'Exchanges the code for the new app and stores its private key encrypted. Then open `installUrl`, choose repositories, and call `POST /git-providers/{id}/check`.',
        body: CompleteAppBody,
        response: { 201: GitProvider, ...problems(409, 502, 503) },
      },
    },
    async (request, reply) => reply.code(201).send(await apps.complete(request.actor, request.body)),
  )
}
