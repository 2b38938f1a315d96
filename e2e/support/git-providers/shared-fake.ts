/** A GitHub where every token `anyone-N…` is the account N with one repository: for suites that need many accounts. */
import { generateKeyPairSync } from 'node:crypto'
import { type Answered, type Asked, type FakeGitProvider, startFakeGitProvider } from './fake-git-provider.ts'

let started: Promise<FakeGitProvider> | null = null

/** One for the whole process, which ends with it. */
export async function sharedFakeGithub(): Promise<FakeGitProvider> {
  started ??= startFakeGitProvider('/api/v3', answer)
  return await started
}

let count = 0

/** The body of a request that connects a new account. */
export async function newAccount(): Promise<{ kind: 'github'; token: string; baseUrl: string }> {
  count += 1
  return { kind: 'github', token: `anybody-${count}`.padEnd(20, 'x'), baseUrl: (await sharedFakeGithub()).url }
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const repository = {
  id: 1,
  full_name: 'octo/shop',
  private: false,
  default_branch: 'main',
  pushed_at: '2026-01-01T00:00:00Z',
}

function answer({ segments, headers }: Asked): Answered {
  const [first, second] = segments
  const number = Number(/anybody-(\d+)/.exec(headers.authorization ?? '')?.[1])
  if (first === 'app-manifests') {
    count += 1
    const pem = privateKey.export({ type: 'pkcs1', format: 'pem' })
    return {
      status: 201,
      body: { id: 1_000_000 + count, slug: 'app', client_id: 'Iv1', owner: { login: 'octo' }, pem },
    }
  }
  if (first === 'app')
    return { status: 200, body: second === undefined ? { id: 1, slug: 'app', owner: { login: 'octo' } } : [] }
  if (!Number.isInteger(number)) return { status: 401, body: {} }
  if (first === 'user' && second === undefined)
    return { status: 200, headers: { 'x-oauth-scopes': 'repo' }, body: { id: number, login: `user-${number}` } }
  if (first === 'user') return { status: 200, body: [repository] }
  const isShop = segments.join('/').startsWith('repos/octo/shop')
  if (!isShop) return { status: 404, body: {} }
  const branch = { name: 'main', commit: { sha: 'a'.repeat(40) }, protected: true }
  return { status: 200, body: segments.length === 3 ? repository : [branch] }
}
