import { z } from 'zod'
import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { idOf } from '../../platform/ids/type-id.schemas.ts'
import { RevealBody, Revealed } from './reveal.schemas.ts'
import type { RevealService } from './reveal.service.ts'
import { VariableParams, VariableQuery } from './variables.schemas.ts'

const config = { permission: 'secrets:reveal', scope: 'environment:id' } as const

export function registerRevealRoutes(app: HttpServer, reveal: RevealService): void {
  app.post(
    '/environments/:id/variables/:key/reveal',
    {
      config,
      schema: {
        operationId: 'revealVariable',
        tags: ['variables'],
        summary: 'Reveal a secret variable',
        description:
          'Returns the value, encrypted to the age key you send, so that only you can read it. You must have signed in within the last ten minutes, so API tokens cannot call this. Every call is recorded in the audit log.',
        params: VariableParams,
        querystring: VariableQuery,
        body: RevealBody,
        response: { 200: Revealed, ...problems(409) },
      },
    },
    async (request) => {
      const { id, key } = request.params
      const { recipient } = request.body
      return await reveal.variable(request.actor, id, { key, service: request.query.service, recipient })
    },
  )
  app.post(
    '/environments/:id/services/:serviceId/credentials/reveal',
    {
      config,
      schema: {
        operationId: 'revealServiceCredentials',
        tags: ['environments'],
        summary: 'Reveal database credentials',
        description:
          'Returns a JSON object, encrypted to the age key you send: `username`, `databaseName`, `password`, `host`, `port`, and `url` for services of the environment, `tunnelUrl` for the other end of the SSH tunnel or null, and `variables` with what other services get. You must have signed in within the last ten minutes. Every call is recorded in the audit log.',
        params: z.object({ id: idOf('env'), serviceId: idOf('svc') }),
        body: RevealBody,
        response: { 200: Revealed },
      },
    },
    async (request) => {
      const { id, serviceId } = request.params
      return await reveal.credential(request.actor, id, { serviceId, recipient: request.body.recipient })
    },
  )
}
