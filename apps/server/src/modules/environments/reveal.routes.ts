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
        summary: 'See the value of a secret variable',
        description:
          'Encrypted to the key that you give; needs a sign-in within the last ten minutes, which API tokens never have. Every call is in the audit log.',
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
        summary: 'See the credentials of a database',
        description:
          'JSON with `username`, `databaseName` and `password`, encrypted to the key that you give. Needs a sign-in within the last ten minutes. Every call is in the audit log.',
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
