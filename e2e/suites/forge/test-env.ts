/** A whole Longshore, a real Gitea with repositories, and a Git server that hangs on request. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Analysis, AnalysisStatusEvent, GitProvider, Project } from '@longshore/sdk'
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { connectSse, type SseClient } from '../../../apps/server/src/testing/sse-client.ts'
import { GitServer } from '../../fixtures/git-server.ts'
import { type Gitea, type GiteaUser, startGitea } from '../../fixtures/gitea.ts'
import { type Answer, call, newAddress, type SignedIn, signUp } from '../../support/client.ts'
import { type Instance, startInstance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'
import type { ResponseView } from '../../support/response-view.ts'

export interface TestEnv extends AsyncDisposable {
  readonly report: Report
  readonly gitea: Gitea
  readonly instance: Instance
  readonly sql: ReturnType<typeof createSqlClient>
  /** Accepts requests and never responds, until it is disposed. */
  readonly tarpit: GitServer
  /**
   * Users of the Git provider, each with a token. They are created one at a time, because Gitea's commands can't run
   * concurrently.
   */
  readonly people: Record<'ada' | 'eve', { user: GiteaUser; token: string }>
  readonly ada: GiteaUser
}

/** A user with an organization and a connection to the Git provider. */
export interface Member {
  readonly testEnv: TestEnv
  readonly person: SignedIn
  readonly providerId: string
}

/** A project whose analysis has been created. */
export type AnalyzedProject = Project & { readonly analysis: Analysis }

export type Topic = (testEnv: TestEnv) => Promise<void>

export const endTimeoutMs = 180_000

export async function openTestEnv(report: Report): Promise<TestEnv> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'longshore-tarpit-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const gitea = stack.use(await startGitea())
  const tarpit = stack.use(await GitServer.start({ root: folder, intercept: () => true }))
  const instance = stack.use(await startInstance({ environment: { API_REQUESTS_PER_MINUTE: '1000000' } }))
  const sql = stack.use(createSqlClient(instance.databaseUrl))
  const ada = await newPerson(gitea, 'ada')
  const people = { ada, eve: await newPerson(gitea, 'eve') }
  const moved = stack.move()
  const parts = { report, gitea, instance, sql, tarpit, people, ada: ada.user }
  return { ...parts, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

async function newPerson(gitea: Gitea, login: string): Promise<{ user: GiteaUser; token: string }> {
  const user = await gitea.createUser(login)
  return { user, token: await gitea.createToken(user, ['read:repository', 'read:user']) }
}

export async function newMember(testEnv: TestEnv, { token } = testEnv.people.ada): Promise<Member> {
  const person = await signUp(testEnv.instance)
  const body = { kind: 'gitea', baseUrl: testEnv.gitea.url, token }
  const options = { token: person.token, body }
  const saved = await call<GitProvider>(testEnv.instance, 'POST', '/api/v1/git-provider/save-token', options)
  if (saved.status >= 300) throw new Error(`save-token: ${saved.status} ${saved.text}`)
  return { testEnv, person, providerId: saved.body.id }
}

export async function ask<Body = ResponseView>(
  { testEnv, person }: Member,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<Body>> {
  const options = { token: person.token, headers, ...(body === undefined ? {} : { body }) }
  return await call<Body>(testEnv.instance, method, `/api/v1${path}`, options)
}

export async function mustAsk<Body>(member: Member, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await ask<Body>(member, method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.body
}

/** A project of a repository of the Git provider. */
export async function createProject(member: Member, fullName: string, more: object = {}): Promise<Project> {
  const repository = { providerId: member.providerId, fullName }
  return await mustAsk(member, 'POST', '/projects', { name: fullName.replace('/', ' '), repository, ...more })
}

/** Returns the project when its newest analysis has ended, whatever the result. */
export async function waitForEnd(member: Member, id: string, timeoutMs = endTimeoutMs): Promise<AnalyzedProject> {
  for (const deadline = Date.now() + timeoutMs; ; await delay(50)) {
    const project = await mustAsk<AnalyzedProject>(member, 'GET', `/projects/${id}`)
    if (project.analysis.finishedAt !== null) return project
    if (Date.now() > deadline) throw new Error(`the analysis of ${project.name} stays ${project.analysis.status}`)
  }
}

export async function waitForStatus(member: Member, id: string, status: string): Promise<void> {
  for (const deadline = Date.now() + endTimeoutMs; ; await delay(20)) {
    const project = await mustAsk<AnalyzedProject>(member, 'GET', `/projects/${id}`)
    if (project.analysis.status === status) return
    if (Date.now() > deadline) throw new Error(`the analysis stays ${project.analysis.status}, not ${status}`)
  }
}

export async function waitUntilGone(member: Member, id: string): Promise<boolean> {
  for (const deadline = Date.now() + endTimeoutMs; Date.now() < deadline; await delay(50))
    if ((await ask(member, 'GET', `/projects/${id}`)).status === 404) return true
  return false
}

export async function follow({ testEnv, person }: Member, id: string, lastEventId?: string): Promise<SseClient> {
  return await connectSse(`${testEnv.instance.url}/api/v1/projects/${id}/analysis-status`, {
    headers: {
      authorization: `Bearer ${person.token}`,
      'x-forwarded-for': newAddress(),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  })
}

export interface Seen {
  id: number | null
  event: string
  /** Empty for the event that ends the stream. */
  data: Partial<AnalysisStatusEvent>
}

/** Reads all events until the stream ends. */
export async function readToEnd(client: SseClient): Promise<Seen[]> {
  await Promise.race([client.closed, delay(endTimeoutMs, undefined, { ref: false })])
  client[Symbol.dispose]()
  return client.messages.map(({ id, event, data }) => ({
    id: id === undefined || id === '' ? null : Number(id),
    event: event ?? 'message',
    data: JSON.parse(data),
  }))
}

export function namesOf(seen: readonly Seen[]): string {
  return seen.map(({ event, data }) => (event === 'status' ? data.status : event)).join(' ')
}

export const nodeApp = {
  'package.json': JSON.stringify({
    name: 'shop',
    engines: { node: '22' },
    scripts: { start: 'node server.js' },
    dependencies: { express: '4.21.0', pg: '8.13.0' },
  }),
  'package-lock.json': JSON.stringify({ name: 'shop', lockfileVersion: 3, packages: {} }),
  'server.js': `const app = require('express')()
const { Pool } = require('pg')
const pool = new Pool({ connectionString: process.env.DATABASE_URL })
const key = process.env.STRIPE_SECRET_KEY
if (!key) throw new Error('STRIPE_SECRET_KEY is missing')
app.get('/health', (_, response) => response.send('ok'))
app.listen(process.env.PORT || 3000)
`,
}
