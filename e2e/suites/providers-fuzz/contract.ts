/** The contract of every client: the real Gitea and the fake Git providers get the same calls. */
import type { GitClient, Listing } from '../../../apps/server/src/testing/internals/git-providers.ts'
import type { Report } from '../../support/report.ts'
import { call, clientOf, failureOf } from './clients.ts'
import { branchCount, type FilledGitProvider, oddBranches } from './git-providers.ts'
import { proveDeployments, provePulls } from './pulls.ts'

export async function proveContract(gitProvider: FilledGitProvider, report: Report): Promise<number> {
  let checks = 0
  const expect = (holds: boolean, what: string) => {
    checks += 1
    report.expect(holds, `${gitProvider.kind}: ${what}`)
  }
  const client = clientOf(gitProvider)
  const name = (repository: string) => `${gitProvider.login}/${repository}`
  const account = await client.whoAmI(call)
  expect(account.login === gitProvider.login && account.missingScopes.length === 0, 'knows who the token is')
  expect(
    (await failureOf(clientOf(gitProvider, 'x'.repeat(40)).whoAmI(call))) === 'unauthorized',
    'a wrong token is refused',
  )
  await proveRepositories(client, { gitProvider, name, expect })
  await proveBranches(client, { gitProvider, name, expect })
  await proveChanges(client, { gitProvider, name, expect })
  await provePulls(client, { gitProvider, name, expect })
  await proveDeployments(client, { gitProvider, name, expect })
  const remote = await client.remote(name('shop'), call)
  expect(
    remote.url === `${gitProvider.url}/${name('shop')}.git`,
    'git goes to the address that was given, not to one of an answer',
  )
  expect(remote.credential?.password === gitProvider.token, 'git gets the token')
  return checks
}

interface Parts {
  gitProvider: FilledGitProvider
  name(repository: string): string
  expect(holds: boolean, what: string): void
}

async function proveRepositories(client: GitClient, { gitProvider, name, expect }: Parts): Promise<void> {
  const all = await readAll((cursor) => client.searchRepositories({ q: '', cursor }, call))
  const found = new Map(all.map((repository) => [repository.fullName, repository]))
  expect(
    found.size === 4 && ['shop', 'void', 'attic', 'after'].every((each) => found.has(name(each))),
    'lists what the token sees',
  )
  expect(
    found.get(name('shop'))?.private === true && found.get(name('after'))?.private === false,
    'distinguishes private from public',
  )
  expect(found.get(name('attic'))?.archived === gitProvider.hasArchive, 'reports archived repositories')
  expect(found.get(name('shop'))?.description === 'A shop', 'has the description')
  expect(
    all.every(({ url }) => url.startsWith(gitProvider.url)),
    'addresses for people are at the provider',
  )
  const shop = await client.repository(name('shop'), call)
  expect(shop.defaultBranch === 'main' && !shop.empty && shop.pushedAt !== null, 'shows one repository')
  const byId = await client.repository(shop.id, call)
  expect(byId.fullName === shop.fullName, 'finds it by the provider’s id')
  const empty = await client.repository(name('void'), call)
  expect(empty.empty && empty.defaultBranch === null, 'knows an empty one')
  expect((await failureOf(client.repository(name('nowhere'), call))) === 'not_found', 'knows what there is not')
  const former = gitProvider.hasFormerNames ? (await client.repository(name('before'), call)).fullName : name('after')
  expect(former === name('after'), 'follows a renamed one')
}

async function proveBranches(client: GitClient, { name, expect }: Parts): Promise<void> {
  const branches = await readAll((cursor) => client.branches(name('shop'), { cursor, limit: 100 }, call))
  const names = new Set(branches.map((branch) => branch.name))
  expect(
    branches.length === branchCount && names.size === branchCount,
    `lists ${branchCount} branches once each, not ${names.size}`,
  )
  expect(
    oddBranches.every((branch) => names.has(branch)),
    'slashes and other scripts in names survive',
  )
  expect(
    branches.every(({ commit }) => /^[0-9a-f]{40}$/.test(commit)),
    'each has its commit',
  )
  expect(
    (await readAll((cursor) => client.branches(name('void'), { cursor, limit: 100 }, call))).length === 0,
    'an empty one has none',
  )
  const { id } = await client.repository(name('shop'), call)
  expect(
    (await client.branches(id, { cursor: null, limit: 5 }, call)).items.length === 5,
    'lists them by the provider’s id',
  )
  for (const ref of ['main', oddBranches[0] ?? '', oddBranches[2] ?? '']) {
    const commit = await client.commit(name('shop'), ref, call)
    const isRight = commit.sha === branches.find((branch) => branch.name === ref)?.commit
    expect(isRight && commit.author === 'Fixture' && commit.message === 'First', `shows the commit of ${ref}`)
  }
  const absent = await failureOf(client.commit(name('shop'), 'no-such-branch', call))
  expect(absent === 'not_found' || absent === 'refused_request', `a commit that is not there is ${absent}`)
}

async function proveChanges(client: GitClient, { gitProvider, name, expect }: Parts): Promise<void> {
  const webhook = { url: 'http://127.0.0.1:9/hook', secret: 'a-secret-of-the-hook' }
  const { id } = await client.registerWebhook(name('shop'), webhook, call)
  expect((await gitProvider.countWebhooks()) === 1, 'registers a webhook')
  const found = await client.findWebhooks(name('shop'), webhook.url, call)
  expect(found.length === 1 && found[0]?.id === id && found[0].isActive, 'finds a webhook by its address')
  expect(
    (await client.findWebhooks(name('shop'), `${webhook.url}/other`, call)).length === 0,
    'finds no webhook at an address that only begins alike',
  )
  await client.removeWebhook(name('shop'), id, call)
  expect((await gitProvider.countWebhooks()) === 0, 'removes it')
  expect((await failureOf(client.removeWebhook(name('shop'), id, call))) === 'none', 'removing it twice is fine')
  const { sha } = await client.commit(name('shop'), 'main', call)
  const status = { sha, context: 'longshore/production', description: 'Deployed', url: 'https://example.com/d/1' }
  await client.setCommitStatus(name('shop'), { ...status, state: 'failure' }, call)
  const [said] = await gitProvider.statuses()
  expect((await client.checks(name('shop'), sha, call)) === 'none', "Longshore's own status isn't a check")
  await client.setCommitStatus(name('shop'), { ...status, context: 'ci/one', state: 'success' }, call)
  expect((await client.checks(name('shop'), sha, call)) === 'success', 'a check that passed is a success')
  await client.setCommitStatus(name('shop'), { ...status, context: 'ci/two', state: 'pending' }, call)
  expect((await client.checks(name('shop'), sha, call)) === 'pending', 'a check that runs is waited for')
  await client.setCommitStatus(name('shop'), { ...status, context: 'ci/two', state: 'failure' }, call)
  expect((await client.checks(name('shop'), sha, call)) === 'failure', 'a check that failed is a failure')
  expect(said?.context === status.context && /^fail/i.test(said.state), 'says how a commit fared')
}

async function readAll<Item>(read: (cursor: string | null) => Promise<Listing<Item>>): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null = null, page = 0; page < 50; page += 1) {
    const listing: Listing<Item> = await read(cursor)
    items.push(...listing.items)
    cursor = listing.next
    if (cursor === null) return items
  }
  throw new Error('the list does not end')
}
