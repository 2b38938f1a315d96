/** Deliveries as each kind of Git provider writes and signs them. */
import { createHmac, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Followed, Kind, StormTestEnv } from './test-env.ts'

export interface Delivery {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string | string[]>>
}

export interface PushContents {
  readonly sha: string
  readonly ref?: string
  readonly repository?: { readonly id: number; readonly fullName: string }
  readonly message?: string
  readonly deleted?: boolean
}

export function pushOf(followed: Followed, contents: PushContents, id: string = randomUUID()): Delivery {
  const { kind } = followed
  const body = Buffer.from(JSON.stringify(bodyOf(kind, { repository: followed.repository, ...contents })))
  return { body, headers: { ...namesOf(kind, 'push', id), ...sign(kind, followed.secret, body) } }
}

/** The Git provider's name for an event, and the delivery. */
export function namesOf(kind: Kind, event: 'push' | 'pull_request', id: string): Record<string, string> {
  const content = { 'content-type': 'application/json' }
  switch (kind) {
    case 'github':
      return { ...content, 'x-github-event': event, 'x-github-delivery': id }
    case 'gitea':
      return { ...content, 'x-gitea-event': event, 'x-github-event': event, 'x-gitea-delivery': id }
    case 'gitlab':
      return {
        ...content,
        'x-gitlab-event': event === 'push' ? 'Push Hook' : 'Merge Request Hook',
        'x-gitlab-event-uuid': id,
      }
    case 'bitbucket':
      return {
        ...content,
        'x-event-key': event === 'push' ? 'repo:push' : 'pullrequest:created',
        'x-request-uuid': id,
      }
  }
}

export function sign(kind: Kind, secret: string, body: Buffer): Record<string, string> {
  const hex = createHmac('sha256', secret).update(body).digest('hex')
  switch (kind) {
    case 'github':
      return { 'x-hub-signature-256': `sha256=${hex}` }
    case 'gitea':
      return { 'x-gitea-signature': hex, 'x-hub-signature-256': `sha256=${hex}` }
    case 'gitlab':
      return { 'x-gitlab-token': secret }
    case 'bitbucket':
      return { 'x-hub-signature': `sha256=${hex}` }
  }
}

type Contents = PushContents & { repository: { readonly id: number; readonly fullName: string } }

/** About as long as Git providers' own payloads. */
const padding = 'x'.repeat(6_000)

function bodyOf(kind: Kind, contents: Contents): unknown {
  const { sha, ref = 'refs/heads/main', repository, message = 'Change', deleted = false } = contents
  const { id, fullName } = repository
  const after = deleted ? '0'.repeat(40) : sha
  const commit = { id: sha, message, author: { name: 'Ada' }, added: ['a'], removed: [], modified: [] }
  const commits = deleted ? [] : [commit]
  switch (kind) {
    case 'github':
    case 'gitea':
      return {
        ref,
        after,
        deleted,
        repository: { id, full_name: fullName, padding },
        head_commit: commits[0] ?? null,
        commits,
      }
    case 'gitlab':
      return {
        object_kind: 'push',
        ref,
        before: '1'.repeat(40),
        after,
        project: { id, path_with_namespace: fullName, padding },
        commits,
        total_commits_count: commits.length,
      }
    case 'bitbucket': {
      const name = ref.replace(/^refs\/heads\//, '')
      const type = ref.startsWith('refs/heads/') ? 'branch' : 'tag'
      const target = { hash: sha, message, author: { raw: 'Ada <ada@example.com>' } }
      const change = deleted ? { new: null, old: { type, name } } : { new: { type, name, target }, old: null }
      return { repository: { uuid: String(id), full_name: fullName, padding }, push: { changes: [change] } }
    }
  }
}

export interface Delivered {
  readonly status: number
  readonly text: string
  readonly ms: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 })

export async function deliver({ instance }: StormTestEnv, id: string, { body, headers }: Delivery): Promise<Delivered> {
  const startedAt = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Delivered>()
  const asked = request(
    `${instance.url}/api/v1/webhooks/git/${id}`,
    { method: 'POST', agent, headers: { ...headers, 'content-length': body.length }, timeout: 60_000 },
    (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, ms: performance.now() - startedAt }))
    },
  )
  asked.on('error', reject)
  asked.on('timeout', () => asked.destroy(new Error('no answer in a minute')))
  asked.end(body)
  return await promise
}
