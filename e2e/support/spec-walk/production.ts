/** Creates the project's first environment with an app and a database, and deploys it. */
import type { Deployment, Environment } from '@longshore/sdk'
import type { DeployServer } from '../deploy-test-env.ts'
import { webService } from '../deploy-test-env.ts'
import { visit } from '../deployments/visits.ts'
import { expectListed } from './project.ts'
import { greeting } from './walk-test-env.ts'
import type { Walker } from './walker.ts'

const ends = ['live', 'failed', 'cancelled']

export async function walkProduction(walker: Walker, projectId: string, server: DeployServer): Promise<string> {
  const { environment, deployment } = await walker.call<{ environment: Environment; deployment: Deployment }>(
    'POST /projects/:id/finalize',
    {
      path: { id: projectId },
      body: {
        environment: { name: 'production', branch: 'main', serverId: server.id },
        services: [webService(), { name: 'db', kind: 'postgres' }],
        variables: [{ key: 'GREETING', value: 'hello', secret: false }],
        deploy: true,
      },
    },
  )
  const path = { id: environment.id, did: deployment.id }
  const name = 'GET /environments/:id/deployments/:did/status'
  using stream = await walker.open(name, { path })
  const isEnd = (event: string, data: Deployment) => event === 'status' && ends.includes(data.status)
  const end = await walker.hear(name, stream, isEnd)
  walker.report.expect(end.status === 'live', `the first deployment: ${JSON.stringify(end)}`)
  expectListed(walker, await walker.call('GET /environments/:id/deployments', { path }), deployment.id)
  const { domains } = await walker.readState<Environment>(`/environments/${environment.id}`)
  const answer = await visit(server, domains[0]?.hostname ?? '')
  walker.report.expect(answer === greeting, `what was deployed answers "${answer}"`)
  return environment.id
}
