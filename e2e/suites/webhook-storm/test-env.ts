/**
 * Environments of prepared repositories, on a server that accepts connections and never responds: deployments start and
 * don't end, so that they can be counted. Webhooks are added by hand: the suite plays the Git provider and signs.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { createSqlClient, type SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { GitServer } from '../../fixtures/git-server.ts'
import { mustRun } from '../../fixtures/run.ts'
import { type Answer, call, type SignedIn, signUp } from '../../support/client.ts'
import { markConnected } from '../../support/fixtures.ts'
import { type Instance, startInstance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'

export type Kind = 'github' | 'gitea' | 'gitlab' | 'bitbucket'
const kinds: readonly Kind[] = ['github', 'gitea', 'gitlab', 'bitbucket']

export interface Followed {
  readonly id: string
  readonly secret: string
  readonly kind: Kind
  readonly repository: { readonly id: number; readonly fullName: string }
  /** Oldest first; the branch is at the first one. */
  readonly commits: readonly string[]
  /** Moves the branch, as a push does. */
  moveTo(index: number): Promise<void>
}

export interface StormTestEnv extends AsyncDisposable {
  readonly report: Report
  readonly instance: Instance
  readonly person: SignedIn
  readonly sql: SqlClient
  follow(name: string, commits: number): Promise<Followed>
}

export async function openTestEnv(report: Report): Promise<StormTestEnv> {
  await using stack = new AsyncDisposableStack()
  const root = await mkdtemp(join(tmpdir(), 'longshore-storm-'))
  stack.defer(() => rm(root, { recursive: true, force: true }))
  const git = stack.use(await GitServer.start({ root }))
  const environment = { API_REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' }
  const instance = stack.use(await startInstance({ environment }))
  const person = await signUp(instance)
  const sql = stack.use(createSqlClient(instance.databaseUrl))
  const serverId = await startTarpit(stack, { instance, person })
  const parts = { report, instance, person, sql }
  const moved = stack.move()
  return {
    ...parts,
    follow: (name, commits) => follow({ instance, person, git, root, serverId }, name, commits),
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

/** A server whose connections never succeed. */
async function startTarpit(
  stack: AsyncDisposableStack,
  { instance, person }: Pick<StormTestEnv, 'instance' | 'person'>,
): Promise<string> {
  const sockets = new Set<Socket>()
  const tarpit = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(tarpit, 'listening')
  stack.defer(() => {
    for (const socket of sockets) socket.destroy()
    tarpit.close()
  })
  const address = tarpit.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const body = { name: 'Tarpit', host: '127.0.0.1', port, username: 'root' }
  const { id } = await must(instance, person, 'POST', '/servers', body)
  await markConnected(instance, id)
  return id
}

interface Ground {
  instance: Instance
  person: SignedIn
  git: GitServer
  root: string
  serverId: string
}

let serial = 0

async function follow(ground: Ground, name: string, count: number): Promise<Followed> {
  const { instance, person, git, root, serverId } = ground
  serial += 1
  const kind = kinds[serial % kinds.length] ?? 'github'
  const fullName = `ada/${name}`
  const bare = join(root, 'ada', `${name}.git`)
  const commits = await fillRepository(bare, name, count)
  const repository = { id: 1_000 + serial, fullName }
  const url = git.url(`${fullName}.git`)
  const project = await must(instance, person, 'POST', '/projects', { name, repository: { url } })
  const made = { projectId: project.id, name: 'production', branch: 'main', serverId }
  const { id } = await must(instance, person, 'POST', '/environments', made)
  const services = [{ name: 'web', kind: 'web', source: { builder: 'dockerfile' }, port: 3000 }]
  await must(instance, person, 'POST', `/environments/${id}/services`, { services })
  const { webhook } = await must(instance, person, 'PATCH', `/environments/${id}/auto-deploy`, { enabled: true })
  if (webhook.secret === null) throw new Error(`no secret to paste: ${JSON.stringify(webhook)}`)
  const moveTo = (index: number) => writeRef(bare, commits[index] ?? '')
  await moveTo(0)
  return { id, secret: webhook.secret, kind, repository, commits, moveTo }
}

async function fillRepository(bare: string, name: string, count: number): Promise<string[]> {
  await mkdir(bare, { recursive: true })
  await mustRun(['git', 'init', '--quiet', '--bare', '--initial-branch=main', bare])
  const lines = Array.from({ length: count }, (_, index) => {
    const message = `${name} ${index}`
    const content = 'FROM scratch\n'
    return `commit refs/heads/main\ncommitter Ada <ada@example.com> ${1_700_000_000 + index} +0000\ndata ${message.length}\n${message}\nM 100644 inline Dockerfile\ndata ${content.length}\n${content}\n`
  })
  await mustRun(['git', '-C', bare, 'fast-import', '--quiet'], { stdin: lines.join('') })
  const listed = await mustRun(['git', '-C', bare, 'rev-list', '--reverse', 'main'])
  return listed.trim().split('\n')
}

/** Renames the file, as git does. */
async function writeRef(bare: string, sha: string): Promise<void> {
  const temporary = join(bare, `ref-${randomUUID()}`)
  await writeFile(temporary, `${sha}\n`)
  await rename(temporary, join(bare, 'refs/heads/main'))
}

// biome-ignore lint/suspicious/noExplicitAny: answers are checked against their schema elsewhere
async function must(instance: Instance, person: SignedIn, method: string, path: string, body?: unknown): Promise<any> {
  const answer = await call(instance, method, `/api/v1${path}`, {
    token: person.token,
    ...(body === undefined ? {} : { body }),
  })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.body
}

export async function patch(
  { instance, person }: StormTestEnv,
  { id }: Followed,
  body: object,
): Promise<Answer['body']> {
  return await must(instance, person, 'PATCH', `/environments/${id}/auto-deploy`, body)
}

export function uuid({ id }: Followed): string {
  return decodeId('env', id) ?? ''
}
