/** The four kinds of forges, filled alike: three pretended ones and a real Gitea. One contract holds for all of them. */
import type { ProviderKind } from '../../../apps/server/src/modules/git-providers/git-providers.schemas.ts'
import { startForge } from '../../fixtures/gitea.ts'
import { startBitbucket } from '../../support/git-providers/bitbucket.ts'
import { startGithub } from '../../support/git-providers/github.ts'
import { startGitlab } from '../../support/git-providers/gitlab.ts'
import { addRepository, createModel, type ForgeModel, rename, uuidOf } from '../../support/git-providers/model.ts'
import type { PretendedForge } from '../../support/git-providers/fake-git-provider.ts'
import { addPull, findPull } from '../../support/git-providers/pulls.ts'

export interface FilledForge extends AsyncDisposable {
  readonly kind: ProviderKind
  readonly url: string
  readonly login: string
  readonly token: string
  /** Bitbucket's repositories keep no former names, and are not archived. */
  readonly hasFormerNames: boolean
  readonly hasArchive: boolean
  /** Null for the real one. */
  readonly pretended: PretendedForge | null
  /** What arrived there: statuses of commits of `shop`. */
  statuses(): Promise<{ state: string; context: string }[]>
  countWebhooks(): Promise<number>
  /** In `after`, from a branch of its own. */
  openPull(): Promise<{ number: number; branch: string; sha: string }>
  closePull(number: number): Promise<void>
  comments(number: number): Promise<string[]>
  /** Numbers and the repositories of their heads; null for the real one. */
  readonly addForkPull: (() => [number, string | null][]) | null
  /** Null where there is no such record. */
  readonly deployments: (() => { states: string[] }[]) | null
}

/** With slashes and beyond ASCII, and more than any page holds. */
export const oddBranches = ['feature/ünï-cödé', 'deep/er/still/日本語', "it's#1&more"]
export const branchCount = 1_001 + oddBranches.length
const branches = [...oddBranches, ...Array.from({ length: 1_000 }, (_, index) => `topic/${index}`)]

export async function startForges(): Promise<FilledForge[]> {
  return await Promise.all([startReal(), ...(['github', 'gitlab', 'bitbucket'] as const).map(startPretended)])
}

const starters = { github: startGithub, gitlab: startGitlab, bitbucket: startBitbucket }

export async function startPretended(kind: 'github' | 'gitlab' | 'bitbucket'): Promise<FilledForge> {
  const model = createModel()
  fill(model)
  const forge = await starters[kind](model)
  const shop = model.repositories[0]
  return {
    kind,
    url: forge.url,
    login: model.account.login,
    token: model.token,
    hasFormerNames: kind !== 'bitbucket',
    hasArchive: kind !== 'bitbucket',
    pretended: forge,
    statuses: async () => shop?.statuses ?? [],
    countWebhooks: async () => shop?.hooks.size ?? 0,
    ...pretendedPulls(model, kind),
    [Symbol.asyncDispose]: () => forge[Symbol.asyncDispose](),
  }
}

function pretendedPulls(model: ForgeModel, kind: 'github' | 'gitlab' | 'bitbucket') {
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

function fill(model: ForgeModel): void {
  addRepository(model, { name: 'shop', isPrivate: true, branches, description: 'A shop' })
  addRepository(model, { name: 'void', isEmpty: true })
  addRepository(model, { name: 'attic', isArchived: true })
  addRepository(model, { name: 'before' })
  rename(model, 'before', 'after')
}

async function startReal(): Promise<FilledForge> {
  const forge = await startForge()
  const ann = await forge.createUser('ann')
  const files = { 'index.html': 'hello' }
  await forge.createRepository(ann, { name: 'shop', isPrivate: true, files, branches, description: 'A shop' })
  await forge.createRepository(ann, { name: 'void' })
  await forge.createRepository(ann, { name: 'attic', files })
  await forge.createRepository(ann, { name: 'before', files })
  await forge.archive(ann, 'attic')
  await forge.rename(ann, 'before', 'after')
  const own = { token: ann.token }
  return {
    kind: 'gitea',
    url: forge.url,
    login: 'ann',
    token: await forge.createToken(ann, ['read:user', 'write:repository', 'write:issue']),
    hasFormerNames: true,
    hasArchive: true,
    pretended: null,
    async statuses() {
      const listed: { status: string; context: string }[] = await forge.api(
        'GET',
        '/repos/ann/shop/commits/main/statuses',
        own,
      )
      return listed.map(({ status, context }) => ({ state: status, context }))
    },
    countWebhooks: async () => (await forge.api('GET', '/repos/ann/shop/hooks', own)).length,
    async openPull() {
      const branch = 'topic'
      const file = { branch: 'main', new_branch: branch, message: 'Change', content: 'aGVsbG8=' }
      const { commit } = await forge.api('POST', '/repos/ann/after/contents/more.txt', { ...own, body: file })
      const body = { head: branch, base: 'main', title: 'Change' }
      const { number } = await forge.api('POST', '/repos/ann/after/pulls', { ...own, body })
      return { number, branch, sha: commit.sha }
    },
    closePull: (number) =>
      forge.api('PATCH', `/repos/ann/after/pulls/${number}`, { ...own, body: { state: 'closed' } }),
    async comments(number) {
      const listed: { body: string }[] = await forge.api('GET', `/repos/ann/after/issues/${number}/comments`, own)
      return listed.map(({ body }) => body)
    },
    addForkPull: null,
    deployments: null,
    [Symbol.asyncDispose]: () => forge[Symbol.asyncDispose](),
  }
}
