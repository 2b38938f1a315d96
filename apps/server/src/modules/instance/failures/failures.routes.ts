import type { HttpServer } from '../../../platform/http/server.ts'
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
          'Returns the cause and the remedy for each error code that requests, deployments, restores, domains, and connection tests can report. Use it to show help next to an error. You do not need to sign in.',
        querystring: FailureQuery,
        response: { 200: FailureList },
      },
    },
    async ({ query: { code } }) => ({
      failures: failures.filter((failure) => code === undefined || failure.code === code),
    }),
  )
}
