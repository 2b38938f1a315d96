import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { EnvironmentParams } from '../environments/environments.schemas.ts'
import {
  ChangedFiles,
  ChangedFilesQuery,
  CommitsQuery,
  DeployableCommits,
  DeployableRefs,
} from './deployable.schemas.ts'
import type { DeployableService } from './deployable.service.ts'

const tags = ['deployments']
/** Only people who can deploy read the repository through the connection of the organization. */
const config = { permission: 'deployments:write', scope: 'environment:id' } as const

export function registerDeployableRoutes(app: HttpServer, deployable: DeployableService): void {
  app.get(
    '/environments/:id/refs',
    {
      config,
      schema: {
        operationId: 'listDeployableRefs',
        tags,
        summary: 'List branches and tags to deploy',
        description:
          'Reads the branches and tags of the project’s repository. Deploy a tag by sending its commit to `POST /environments/{id}/deployments`. A project without a repository has none.',
        params: EnvironmentParams,
        response: { 200: DeployableRefs, ...problems(409, 502, 503) },
      },
    },
    async (request) => await deployable.refs(request.actor, request.params.id),
  )
  app.get(
    '/environments/:id/commits',
    {
      config,
      schema: {
        operationId: 'listDeployableCommits',
        tags,
        summary: 'List commits to deploy',
        description:
          'Reads the newest commits of a branch of the project’s repository. A project without a repository has none.',
        params: EnvironmentParams,
        querystring: CommitsQuery,
        response: { 200: DeployableCommits, ...problems(409, 502, 503) },
      },
    },
    async (request) => await deployable.commits(request.actor, request.params.id, request.query),
  )
  app.get(
    '/environments/:id/changed-files',
    {
      config,
      schema: {
        operationId: 'compareWithLive',
        tags,
        summary: 'Compare a commit with the live version',
        description:
          'Counts the files that differ between the live commit and another commit of the project’s repository, and lists those that look like database migrations. A rollback doesn’t undo migrations. Responds with zero files if nothing is live.',
        params: EnvironmentParams,
        querystring: ChangedFilesQuery,
        response: { 200: ChangedFiles, ...problems(409, 502, 503) },
      },
    },
    async (request) => await deployable.changedFiles(request.actor, request.params.id, request.query),
  )
}
