/**
 * The four kinds of Git providers with the same content: three fake ones and a real Gitea. One contract holds for all
 * of them.
 */
import type { ProviderKind } from '../../../apps/server/src/testing/internals/git-providers.ts'
import { startGitea } from '../../fixtures/gitea.ts'
import { startBitbucket } from '../../support/git-providers/bitbucket.ts'
import type { FakeGitProvider } from '../../support/git-providers/fake-git-provider.ts'
import { startGithub } from '../../support/git-providers/github.ts'
import { startGitlab } from '../../support/git-providers/gitlab.ts'
import { addRepository, createModel, type GitProviderModel, rename, uuidOf } from '../../support/git-providers/model.ts'
import { addPull, findPull } from '../../support/git-providers/pulls.ts'

export interface FilledGitProvider extends AsyncDisposable {
  readonly kind: ProviderKind
  readonly url: string
  readonly login: string
  readonly token: string
  /** Bitbucket doesn't keep a repository's former names and can't archive repositories. */
  readonly hasFormerNames: boolean
  readonly hasArchive: boolean
  /** Null for the real one. */
  readonly fake: FakeGitProvider | null
  /** The commit statuses of `shop` that arrived. */
  statuses(): Promise<{ state: string; context: string }[]>
  countWebhooks(): Promise<number>
  /** In `after`, from a branch of its own. */
  openPull(): Promise<{ number: number; branch: string; sha: string }>
  closePull(number: number): Promise<void>
  comments(number: number): Promise<string[]>
  /** Numbers and the repositories of their heads; null for the real one. */
  readonly addForkPull: (() => [number, string | null][]) | null
  /** Null if there is no such record. */
  readonly deployments: (() => { states: string[] }[]) | null
}

/** Names with slashes and non-ASCII characters, and more than fit on a page. */
export const oddBranches = ['feature/ünï-cödé', 'deep/er/still/日本語', "it's#1&more"]
export const branchCount = 1_001 + oddBranches.length
const branches = [...oddBranches, ...Array.from({ length: 1_000 }, (_, index) => `topic/${index}`)]

export async function startGitProviders(): Promise<FilledGitProvider[]> {
  return await Promise.all([startReal(), ...(['github', 'gitlab', 'bitbucket'] as const).map(startFake)])
}

const starters = { github: startGithub, gitlab: startGitlab, bitbucket: startBitbucket }

export async function startFake(kind: 'github' | 'gitlab' | 'bitbucket'): Promise<FilledGitProvider> {
  const model = createModel()
  fill(model)
  const gitProvider = await starters[kind](model)
  const shop = model.repositories[0]
  return {
    kind,
    url: gitProvider.url,
    login: model.account.login,
    token: model.token,
    hasFormerNames: kind !== 'bitbucket',
    hasArchive: kind !== 'bitbucket',
    fake: gitProvider,
    statuses: async () => shop?.statuses ?? [],
    countWebhooks: async () => shop?.hooks.size ?? 0,
    ...fakePulls(model, kind),
    [Symbol.asyncDispose]: () => gitProvider[Symbol.asyncDispose](),
  }
}

function fakePulls(model: GitProviderModel, kind: 'github' | 'gitlab' | 'bitbucket') {
  const after = model.repositories.at(-1)
  if (after === undefined) throw new Error('no repositories')
  const sha = after.branches.get('main')?.commit ?? ''
  const wireId = (id: number) => (kind === 'bitbucket' ? uuidOf(id) : String(id))
  return {
    async openPull() {
      const { number, branch } = addPull(after, { branch: 'topic', sha })
      return { number, branch, sha }
    },
    async closePull(number: number) {
      const pull = findPull(after, String(number))
      if (pull !== undefined) pull.isOpen = false
    },
    comments: async (number: number) => findPull(after, String(number))?.comments.map(({ text }) => text) ?? [],
    addForkPull: (): [number, string | null][] => [
      [addPull(after, { branch: 'main', sha, headRepositoryId: 666 }).number, wireId(666)],
      [addPull(after, { branch: 'main', sha, headRepositoryId: null }).number, null],
    ],
    deployments: kind === 'github' ? () => after.deployments : null,
  }
}

function fill(model: GitProviderModel): void {
  addRepository(model, { name: 'shop', isPrivate: true, branches, description: 'A shop' })
  addRepository(model, { name: 'void', isEmpty: true })
  addRepository(model, { name: 'attic', isArchived: true })
  addRepository(model, { name: 'before' })
  rename(model, 'before', 'after')
}

async function startReal(): Promise<FilledGitProvider> {
  const gitProvider = await startGitea()
  const ann = await gitProvider.createUser('ann')
  const files = { 'index.html': 'hello' }
  await gitProvider.createRepository(ann, { name: 'shop', isPrivate: true, files, branches, description: 'A shop' })
  await gitProvider.createRepository(ann, { name: 'void' })
  await gitProvider.createRepository(ann, { name: 'attic', files })
  await gitProvider.createRepository(ann, { name: 'before', files })
  await gitProvider.archive(ann, 'attic')
  await gitProvider.rename(ann, 'before', 'after')
  const own = { token: ann.token }
  return {
    kind: 'gitea',
    url: gitProvider.url,
    login: 'ann',
    token: await gitProvider.createToken(ann, ['read:user', 'write:repository', 'write:issue']),
    hasFormerNames: true,
    hasArchive: true,
    fake: null,
    async statuses() {
      const listed: { status: string; context: string }[] = await gitProvider.api(
        'GET',
        '/repos/ann/shop/commits/main/statuses',
        own,
      )
      return listed.map(({ status, context }) => ({ state: status, context }))
    },
    countWebhooks: async () => (await gitProvider.api<unknown[]>('GET', '/repos/ann/shop/hooks', own)).length,
    async openPull() {
      const branch = 'topic'
      const file = { branch: 'main', new_branch: branch, message: 'Change', content: 'aGVsbG8=' }
      const { commit } = await gitProvider.api<{ commit: { sha: string } }>(
        'POST',
        '/repos/ann/after/contents/more.txt',
        { ...own, body: file },
      )
      const body = { head: branch, base: 'main', title: 'Change' }
      const { number } = await gitProvider.api<{ number: number }>('POST', '/repos/ann/after/pulls', { ...own, body })
      return { number, branch, sha: commit.sha }
    },
    closePull: (number) =>
      gitProvider.api('PATCH', `/repos/ann/after/pulls/${number}`, { ...own, body: { state: 'closed' } }),
    async comments(number) {
      const listed: { body: string }[] = await gitProvider.api('GET', `/repos/ann/after/issues/${number}/comments`, own)
      return listed.map(({ body }) => body)
    },
    addForkPull: null,
    deployments: null,
    [Symbol.asyncDispose]: () => gitProvider[Symbol.asyncDispose](),
  }
}
