import { problems } from '../../platform/http/problem.schemas.ts'
import { etagOf } from '../../platform/http/request-options.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { ConfiguredServices, EnvironmentParams } from '../environments/environments.schemas.ts'
import { RevealBody, Revealed } from '../environments/reveal.schemas.ts'
import { ComposeCheck, SaveComposeBody, ValidateComposeBody } from './compose-file.schemas.ts'
import type { ComposeFileService } from './compose-file.service.ts'

const tags = ['environments']
const params = EnvironmentParams

export function registerComposeFileRoutes(app: HttpServer, files: ComposeFileService): void {
  app.post(
    '/environments/:id/compose-file/reveal',
    {
      config: { permission: 'secrets:reveal', scope: 'environment:id' },
      schema: {
        operationId: 'revealComposeFile',
        tags,
        summary: 'Reveal the compose file',
        description:
          'Returns the compose file of an environment whose project was created from compose text, encrypted to the age key you send, so that only you can read it. A file that was saved for the environment comes before the text of the project. You must have signed in within the last ten minutes, so API tokens cannot call this. Every call is recorded in the audit log. Fails with `no_compose_file` if the project was created from something else.',
        params,
        body: RevealBody,
        response: { 200: Revealed, ...problems(409) },
      },
    },
    async (request) => await files.reveal(request.actor, request.params.id, request.body.recipient),
  )
  app.post(
    '/environments/:id/compose-file/validate',
    {
      config: { permission: 'environments:write', scope: 'environment:id' },
      schema: {
        operationId: 'validateComposeFile',
        tags,
        summary: 'Validate a compose file',
        description:
          'Reads a compose file the same way as a new project does, without saving it. Returns its problems with their lines, and what saving it would change. Values of secrets are in no part of the response. Fails with `no_compose_file` if the project was created from something else, and with `rate_limited` after 60 checks in a minute.',
        params,
        body: ValidateComposeBody,
        response: { 200: ComposeCheck, ...problems(409, 504) },
      },
    },
    async (request) => await files.validate(request.actor, request.params.id, request.body.compose),
  )
  app.put(
    '/environments/:id/compose-file',
    {
      config: { permission: 'environments:write', scope: 'environment:id', versioned: true },
      schema: {
        operationId: 'saveComposeFile',
        tags,
        summary: 'Save the compose file',
        description:
          'Replaces the compose file of the environment and changes its services and variables by what you edited in the file. Settings that you made in Longshore stay, and secret values are not copied from the file. If variables change, you need the permission `variables:write` as well. A file with errors is rejected with `validation_failed`, and each error names its line; a removed service that stores data must be in `removeData`. Nothing changes on the server until the next deployment; `pendingChanges` shows what that will do.',
        params,
        body: SaveComposeBody,
        response: { 200: ConfiguredServices, ...problems(409, 504) },
      },
    },
    async (request, reply) => {
      const saved = await files.save(request.actor, request.params.id, request.body)
      reply.header('etag', etagOf(saved.version))
      return saved
    },
  )
}
