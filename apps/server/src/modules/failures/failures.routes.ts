import type { HttpServer } from '../../platform/http/server.ts'
import { type Failure, FailureList, FailureQuery } from './failures.schemas.ts'

export function registerFailureRoutes(app: HttpServer, failures: readonly Failure[]): void {
  app.get(
    '/failures',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'getFailures',
        tags: ['instance'],
        summary: 'Explain failure codes',
        description:
          'Cause and remedy of each code with which a request, a deployment, a restore, a domain or a connection test fails.',
        querystring: FailureQuery,
        response: { 200: FailureList },
      },
    },
    async ({ query: { code } }) => ({
      failures: failures.filter((failure) => code === undefined || failure.code === code),
    }),
  )
}
