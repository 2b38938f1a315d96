/** A shop on a real server with data, and one of everything that people can delete. */
import type { Environment } from '@longshore/sdk'
import { permissions } from '../../../apps/server/src/testing/internals/access.ts'
import { createSqlClient, type SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import type { RepositoryFile } from '../../fixtures/repository.ts'
import { type BackupTestEnv, startBackupTestEnv } from '../../support/backup-test-env.ts'
import { call, password } from '../../support/client.ts'
import { type App, type DeployServer, webService } from '../../support/deploy-test-env.ts'
import { eventually } from '../../support/eventually.ts'
import { connectorBody } from '../../support/fake-connector.ts'
import { destinationBody, registryBody, tomorrow } from '../../support/fixtures.ts'
import { newAccount } from '../../support/git-providers/shared-fake.ts'
import { createArms, killableWorker } from '../../support/recovery-test-env.ts'
import type { Report } from '../../support/report.ts'
import { mustAsk } from '../../support/servers.ts'

export interface Scene extends AsyncDisposable {
  readonly testEnv: BackupTestEnv
  readonly sql: SqlClient
  readonly home: DeployServer
  /** An owner's API token with every permission. */
  readonly token: string
  /** The environment with a database, volumes, and a cron service. */
  readonly shop: App
  readonly staging: App
  readonly tally: { calls: number; refused: number; tokenPurges: number; restored: number; kills: number }
}

export const secretText = `sentinel-${crypto.randomUUID()}`
const hostname = 'shop.example.com'
const deployedWithinMs = 240_000

/** Shows its files and variables, so that a visitor can compare them. */
const server = `import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { readdirSync, readFileSync } from 'node:fs'
const hash = (data) => createHash('sha256').update(data).digest('hex')
const files = () => readdirSync('/files').sort().map((name) => name + ' ' + hash(readFileSync('/files/' + name)))
const variables = () => ['PLAIN', 'TOKEN', 'ONLY_WEB', 'DATABASE_URL'].map((name) => name + ' ' + hash(process.env[name] ?? ''))
createServer((request, response) => {
  if (request.url === '/files') return response.end(files().join('\\n'))
  response.end(request.url === '/variables' ? variables().join('\\n') : 'shop')
}).listen(3000, '0.0.0.0')
process.on('SIGTERM', () => process.exit(0))
`
const dockerfile = `FROM node:24-slim\nRUN mkdir /files\nCOPY server.mjs ./\nCMD ["node", "server.mjs"]\n`
const files: readonly RepositoryFile[] = [
  { path: 'Dockerfile', content: dockerfile },
  { path: 'server.mjs', content: server },
]
const web = webService({ volumes: [{ name: 'files', path: '/files' }] })
const job = { name: 'job', kind: 'cron', sharesImageWith: 'web', schedule: '0 4 * * *', command: ['node', '--version'] }

export async function openScene(report: Report, rows: number): Promise<Scene> {
  await using stack = new AsyncDisposableStack()
  const testEnv = stack.use(
    await startBackupTestEnv({
      report,
      targets: 2,
      baseImages: ['node:24-slim'],
      more: { files, services: [web, job] },
      instance: {
        workerMain: killableWorker,
        prepare: createArms,
        // The only organization, which no one can join uninvited: hostnames need no proof.
        environment: { SIGN_UP_MODE: 'first-user', SERVER_DISK_RESERVE_BYTES: '0', SERVER_RECONCILE_SECONDS: '5' },
      },
    }),
  )
  const sql = stack.use(createSqlClient(testEnv.instance.databaseUrl))
  await fillData(testEnv, rows)
  await addSettings(testEnv)
  await backUpAll(testEnv)
  const staging = await addStaging(testEnv)
  await addConnections(testEnv)
  await addMember(testEnv)
  const { token } = await mustAsk(testEnv, 'POST', '/api-tokens', { name: 'assistant', scopes: [...permissions] })
  const tally = { calls: 0, refused: 0, tokenPurges: 0, restored: 0, kills: 0 }
  const moved = stack.move()
  return {
    ...{ testEnv, sql, token, staging, tally },
    home: testEnv.server,
    shop: testEnv.app,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

async function fillData(testEnv: BackupTestEnv, rows: number): Promise<void> {
  await testEnv.query(
    'postgres',
    `create table orders (id bigint primary key, label text not null, amount numeric);
     insert into orders select n, md5(n::text), n / 7.0 from generate_series(1, ${rows}) n;
     create view totals as select count(*) as n from orders;`,
  )
  const script = 'head -c 3000000 /dev/urandom >/files/photo\necho receipt >/files/receipt\nchmod 600 /files/receipt\n'
  await inWeb(testEnv, testEnv.app, script)
}

export async function inWeb({ server: { target } }: BackupTestEnv, app: App, stdin: string): Promise<string> {
  const filters = [`label=longshore.environment=${app.environmentId}`, 'label=longshore.service=web']
  const args = filters.flatMap((filter) => ['--filter', filter])
  const container = (await target.mustExec(['docker', 'ps', '--quiet', ...args])).trim()
  return await target.mustExec(['docker', 'exec', '-i', container, 'sh', '-es'], { stdin })
}

async function addSettings(testEnv: BackupTestEnv): Promise<void> {
  const at = `/environments/${testEnv.app.environmentId}`
  const variables = [
    { key: 'PLAIN', value: 'plain', secret: false },
    { key: 'TOKEN', value: secretText, secret: true, scope: 'runtime' },
    { key: 'ONLY_WEB', value: 'only for one service', service: 'web' },
  ]
  await mustAsk(testEnv, 'POST', `${at}/variables`, { variables })
  await mustAsk(testEnv, 'POST', `${at}/domain`, { hostname, ssl: { mode: 'off' } })
  await mustDeploy(testEnv, testEnv.app)
  await mustAsk(testEnv, 'POST', `${at}/scheduled-deployments`, { startAt: tomorrow() })
}

async function mustDeploy(testEnv: BackupTestEnv, app: App): Promise<void> {
  const { status, error } = await testEnv.waitFor(app, await testEnv.deploy(app))
  if (status !== 'live') throw new Error(`the deployment: ${JSON.stringify(error)}`)
}

async function backUpAll(testEnv: BackupTestEnv): Promise<void> {
  for (const { id } of await testEnv.trigger()) {
    const { status, error } = await testEnv.waitForBackup(id)
    if (status !== 'succeeded') throw new Error(`the backup: ${JSON.stringify(error)}`)
  }
}

/** A second environment of the project, and one that was never deployed. */
async function addStaging(testEnv: BackupTestEnv): Promise<App> {
  const { projectId } = testEnv.app
  const body = { projectId, name: 'staging', branch: 'main', serverId: testEnv.server.id }
  const { id } = await mustAsk<Environment>(testEnv, 'POST', '/environments', body)
  await mustAsk(testEnv, 'POST', `/environments/${id}/services`, { services: [web] })
  const variables = [{ key: 'PLAIN', value: 'staging', secret: false }]
  await mustAsk(testEnv, 'POST', `/environments/${id}/variables`, { variables })
  const staging: App = { ...testEnv.app, environmentId: id }
  await mustDeploy(testEnv, staging)
  await mustAsk(testEnv, 'POST', '/environments', { projectId, name: 'empty' })
  return staging
}

/** Storage location, registry, channel, Git provider, a domain that isn't attached, and a project that uses the provider. */
async function addConnections(testEnv: BackupTestEnv): Promise<void> {
  await mustAsk(testEnv, 'POST', '/backup-destinations', destinationBody())
  await mustAsk(testEnv, 'POST', '/registries', await registryBody())
  await mustAsk(testEnv, 'POST', '/domains', { hostname: 'spare.example.com' })
  const channel = await mustAsk(testEnv, 'POST', '/notification-connectors', await connectorBody())
  const links = [{ connectorId: channel.id, events: ['deployment_failed'] }]
  await mustAsk(testEnv, 'PUT', `/notification-connectors/project/${testEnv.app.projectId}`, { links })
  const provider = await mustAsk(testEnv, 'POST', '/git-provider/save-token', await newAccount())
  const repository = { providerId: provider.id, fullName: 'octo/shop' }
  const { id } = await mustAsk(testEnv, 'POST', '/projects', { name: 'Provided', repository })
  // Its repository can't be fetched.
  const isOver = async () => (await mustAsk(testEnv, 'GET', `/projects/${id}`)).analysis.finishedAt !== null
  await eventually('the analysis ended', isOver, { withinMs: deployedWithinMs })
}

/** A member with an API token of their own. */
async function addMember(testEnv: BackupTestEnv): Promise<void> {
  const { instance, person } = testEnv
  const email = 'member@example.com'
  const path = `/organizations/${person.organizationId}/invitations`
  const { link } = await mustAsk(testEnv, 'POST', path, { email, role: 'developer' })
  const invitationToken = String(link).split('#token=')[1]
  const body = { email, password, name: 'Member', invitationToken }
  const joined = await call(instance, 'POST', '/api/v1/auth/register', { body })
  if (joined.status !== 201) throw new Error(`the member: ${joined.status} ${joined.text}`)
  const as = { token: String(joined.body.accessToken), organization: person.organizationId }
  const made = await call(instance, 'POST', '/api/v1/api-tokens', {
    ...as,
    body: { name: 'ci', scopes: ['projects:read'] },
  })
  if (made.status !== 201) throw new Error(`the member's token: ${made.status} ${made.text}`)
}
