/** A Longshore with one server, a real Gitea that reaches it, and a project with previews of pull requests. */
import { randomBytes } from 'node:crypto'
import type { Page, Preview } from '@longshore/sdk'
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { type Gitea, type GiteaUser, startGitea } from '../../fixtures/gitea.ts'
import type { GiteaRepository } from '../../fixtures/gitea-repositories.ts'
import { type DeployServer, type DeployTestEnv, startDeployTestEnv, webService } from '../../support/deploy-test-env.ts'
import type { Report } from '../../support/report.ts'
import { mustAsk } from '../../support/servers.ts'

export interface PreviewTestEnv extends AsyncDisposable {
  readonly report: Report
  readonly deploys: DeployTestEnv
  readonly server: DeployServer
  readonly gitea: Gitea
  readonly ada: GiteaUser
  readonly mallory: GiteaUser
  readonly repository: GiteaRepository
  readonly projectId: string
  readonly templateId: string
  readonly sql: ReturnType<typeof createSqlClient>
}

/** Only the template has this variable. */
export const productionToken = randomBytes(16).toString('hex')
export const waitMs = 240_000

export async function openTestEnv(report: Report): Promise<PreviewTestEnv> {
  await using stack = new AsyncDisposableStack()
  const gitea = stack.use(await startGitea())
  // Gitea's commands can't run concurrently, so they run first.
  const ada = await gitea.createUser('ada')
  const mallory = await gitea.createUser('mallory')
  const token = await gitea.createToken(ada, ['write:repository', 'read:user', 'write:issue'])
  const repository = await gitea.createRepository(ada, { name: 'shop', files })
  const instance = { environment: { PREVIEW_CHECK_SECONDS: '3' } }
  const baseImages = ['node:24-slim', 'postgres:17']
  const deploys = stack.use(await startDeployTestEnv({ report, baseImages, instance }))
  const sql = stack.use(createSqlClient(deploys.instance.databaseUrl))
  const [server] = deploys.servers
  if (server === undefined) throw new Error('a server was asked for')
  const body = { kind: 'gitea', baseUrl: gitea.url, token }
  const { id: providerId } = await mustAsk(deploys, 'POST', '/git-provider/save-token', body)
  const linked = { providerId, fullName: repository.fullName }
  const { id: projectId } = await mustAsk(deploys, 'POST', '/projects', { name: 'shop', repository: linked })
  const templateId = await makeTemplate(deploys, { projectId, serverId: server.id })
  const moved = stack.move()
  const parts = { report, deploys, server, gitea, ada, mallory, repository, projectId, templateId, sql }
  return { ...parts, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

/** The template is never deployed: previews only need its settings. */
async function makeTemplate(deploys: DeployTestEnv, { projectId, serverId }: { projectId: string; serverId: string }) {
  const wanted = { projectId, name: 'production', branch: 'main', serverId }
  const { id } = await mustAsk(deploys, 'POST', '/environments', wanted)
  await mustAsk(deploys, 'POST', `/environments/${id}/services`, { services })
  const variables = [
    { key: 'GREETING', value: 'hello', secret: false },
    { key: 'TOKEN', value: productionToken, secret: true },
    { key: 'SHARED', value: 'allowed-by-name', secret: true },
  ]
  await mustAsk(deploys, 'POST', `/environments/${id}/variables`, { variables })
  return id
}

const app = `import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
const { GREETING, TOKEN = null, SHARED = null, OWN = null, DATABASE_URL } = process.env
const version = readFileSync('version.txt', 'utf8')
const database = createHash('sha256').update(DATABASE_URL).digest('hex')
const text = JSON.stringify({ version, greeting: GREETING, token: TOKEN, shared: SHARED, own: OWN, database })
createServer((request, response) => response.end(text)).listen(3000, '0.0.0.0')
process.on('SIGTERM', () => process.exit(0))
`
const files = {
  Dockerfile: 'FROM node:24-slim\nWORKDIR /app\nCOPY . ./\nCMD ["node", "server.mjs"]\n',
  'Dockerfile.tools': 'FROM postgres:17\nCOPY --chmod=755 ask.sh /ask.sh\nENTRYPOINT []\nCMD ["sleep", "infinity"]\n',
  'ask.sh': '#!/bin/sh\nexec psql "$DATABASE_URL" --no-align --tuples-only --command "$1"\n',
  'server.mjs': app,
  'version.txt': 'main',
}
const services = [
  webService(),
  {
    name: 'tools',
    kind: 'worker',
    source: { builder: 'dockerfile', dockerfile: 'Dockerfile.tools' },
    stabilitySeconds: 0,
    drainSeconds: 0,
  },
  { name: 'db', kind: 'postgres' },
]
const seedQuery = 'create table seeded as select now() as at'
export const seedCommand = { service: 'tools', command: ['/ask.sh', seedQuery] }

/** Creates a branch with a change, and its pull request. */
export async function openPull(
  testEnv: PreviewTestEnv,
  { branch, from = testEnv.ada }: { branch: string; from?: GiteaUser },
): Promise<{ number: number; sha: string }> {
  const { gitea, repository } = testEnv
  const own = { token: from.token }
  const home = `${from.login}/${repository.name}`
  const file = {
    branch: 'main',
    new_branch: branch,
    message: 'Change',
    content: Buffer.from(branch).toString('base64'),
  }
  const { commit } = await gitea.api<{ commit: { sha: string } }>('POST', `/repos/${home}/contents/${branch}.txt`, {
    ...own,
    body: file,
  })
  const head = from.login === repository.owner ? branch : `${from.login}:${branch}`
  const body = { head, base: 'main', title: `Change of ${branch}` }
  const { number } = await gitea.api<{ number: number }>('POST', `/repos/${repository.fullName}/pulls`, {
    ...own,
    body,
  })
  return { number, sha: commit.sha }
}

export async function closePull({ gitea, repository, ada }: PreviewTestEnv, number: number): Promise<void> {
  const path = `/repos/${repository.fullName}/pulls/${number}`
  await gitea.api('PATCH', path, { token: ada.token, body: { state: 'closed' } })
}

export async function commentsOf({ gitea, repository, ada }: PreviewTestEnv, number: number): Promise<string[]> {
  const path = `/repos/${repository.fullName}/issues/${number}/comments`
  const listed: { body: string }[] = await gitea.api('GET', path, { token: ada.token })
  return listed.map(({ body }) => body)
}

export async function previewOf({ deploys, projectId }: PreviewTestEnv, number: number): Promise<Preview | null> {
  const { items }: Page<Preview> = await mustAsk(deploys, 'GET', `/projects/${projectId}/previews?limit=100`)
  return items.find((item) => item.number === number) ?? null
}
