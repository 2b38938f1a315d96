/**
 * An app with its own names for the parts of its databases, deployed from one compose file. The databases have other
 * users and passwords than the file says, and the app still signs in to them.
 */
import type { Environment, FinalizedProject, Project } from '@longshore/sdk'
import type { App, DeployTestEnv } from '../../support/deploy-test-env.ts'
import { removeEnvironment } from '../../support/deployments/deploy-scenario.ts'
import { eventually } from '../../support/eventually.ts'
import { mustAsk } from '../../support/servers.ts'
import { image } from './cases.ts'
import { databaseClient, resultPath } from './database-client.ts'
import { inspectDeployed } from './inspect-containers.ts'

const password = 'p@$$s ${X}'
const compose = JSON.stringify({
  services: {
    web: {
      image,
      command: ['node', '-e', databaseClient.replaceAll('$', () => '$$')],
      ports: ['8080:3000'],
      environment: {
        WORDPRESS_DB_HOST: 'db:5432',
        WORDPRESS_DB_USER: 'wp',
        WORDPRESS_DB_PASSWORD: 'secret',
        WORDPRESS_DB_NAME: 'blog',
        GF_DATABASE_URL: 'postgres://wp:secret@db/blog?sslmode=disable',
        DSN: 'host=db user=wp password=secret dbname=blog',
        BROKER: 'redis://cache:6379/1',
        APP_LOGIN: 'admin:${PW}',
        SITE: '${LONGSHORE_URL}/start',
      },
    },
    db: {
      image: 'postgres:17',
      environment: { POSTGRES_USER: 'wp', POSTGRES_PASSWORD: 'secret', POSTGRES_DB: 'blog' },
    },
    cache: { image: 'redis:7' },
  },
})

export async function signInToDatabases(testEnv: DeployTestEnv): Promise<void> {
  const { report, servers } = testEnv
  const [server] = servers
  if (server === undefined) throw new Error('a server was asked for')
  const app = await createApp(testEnv, server.id)
  const failed = await testEnv.waitFor(app, await testEnv.deploy(app))
  report.expect(
    failed.status === 'failed' &&
      failed.error?.code === 'unresolved_reference' &&
      failed.error.detail.includes('${PW}'),
    `without a value for PW, the deployment is ${failed.status}: ${JSON.stringify(failed.error)}`,
  )
  const variables = [{ key: 'PW', value: password, secret: true, scope: 'reference' }]
  await mustAsk(testEnv, 'POST', `/environments/${app.environmentId}/variables`, { variables })
  const deployed = await testEnv.waitFor(app, await testEnv.deploy(app))
  report.expect(deployed.status === 'live', `the deployment is ${deployed.status}: ${JSON.stringify(deployed.error)}`)
  const { domains } = await mustAsk<Environment>(testEnv, 'GET', `/environments/${app.environmentId}`)
  const container = await inspectDeployed(server.target, deployed.id, 'web')
  const expected = {
    ...{ parts: 'app app', url: 'app app', dsn: 'app app', query: '?sslmode=disable', redis: '+OK +OK +OK' },
    ...{ login: `admin:${password}`, site: `${domains[0]?.url}/start`, seesPassword: false },
  }
  const shown = (await container?.readFile(resultPath))?.split('\n')[1]
  report.expect(shown === JSON.stringify(expected), `the app got ${shown}, not ${JSON.stringify(expected)}`)
  await removeEnvironment(testEnv, app)
}

async function createApp(testEnv: DeployTestEnv, serverId: string): Promise<App> {
  const project = await mustAsk<Project>(testEnv, 'POST', '/projects', { name: 'Fidelity databases', compose })
  await eventually('the file is read', () => mustAsk<Project>(testEnv, 'GET', `/projects/${project.id}`), {
    holds: ({ status }) => status !== 'analyzing',
    withinMs: 120_000,
  })
  const { environment, missingVariables } = await mustAsk<FinalizedProject>(
    testEnv,
    'POST',
    `/projects/${project.id}/finalize`,
    { environment: { name: 'production', serverId } },
  )
  const missing = missingVariables.map(({ key, scope }) => `${scope} ${key}`)
  testEnv.report.expect(missing.join() === 'reference PW', `missing variables are ${JSON.stringify(missing)}`)
  return { environmentId: environment.id, projectId: project.id, folder: '', repositoryUrl: '' }
}
