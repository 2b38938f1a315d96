/** Pull requests, Longshore's one comment in them, and GitHub's deployment records: the same contract for all kinds. */
import type { GitClient } from '../../../apps/server/src/testing/internals/git-providers.ts'
import { call, failureOf } from './clients.ts'
import type { FilledGitProvider } from './git-providers.ts'

interface Parts {
  gitProvider: FilledGitProvider
  name(repository: string): string
  expect(holds: boolean, what: string): void
}

export async function provePulls(client: GitClient, { gitProvider, name, expect }: Parts): Promise<void> {
  const where = name('after')
  const { id } = await client.repository(where, call)
  const opened = await gitProvider.openPull()
  const listed = (await client.openPullRequests(where, { cursor: null }, call)).items
  const mine = listed.find((pull) => pull.number === opened.number)
  expect(mine?.repositoryId === id && mine.headRepositoryId === id, 'lists an open pull request of its own branch')
  const pull = await client.pullRequest(where, opened.number, call)
  const isWhole = pull.isOpen && pull.head.sha === opened.sha && pull.head.branch === opened.branch
  expect(isWhole, 'shows a pull request with its whole hash')
  expect(pull.repositoryId === id && pull.head.repositoryId === id, 'knows that it is not from a fork')
  expect(pull.url.startsWith(`${gitProvider.url}/${where}/`), 'its address is at the provider')
  expect((await failureOf(client.pullRequest(where, 4_711, call))) === 'not_found', 'knows no pull request 4711')
  await proveComment(client, { gitProvider, where, number: opened.number, expect })
  if (gitProvider.addForkPull !== null) {
    for (const [number, headRepositoryId] of gitProvider.addForkPull()) {
      const found = await client.pullRequest(where, number, call)
      const isFork = found.head.repositoryId === headRepositoryId && headRepositoryId !== id
      expect(isFork, `recognizes a fork (${headRepositoryId ?? 'gone'})`)
    }
  }
  await gitProvider.closePull(opened.number)
  expect(!(await client.pullRequest(where, opened.number, call)).isOpen, 'sees that it was closed')
  const left = (await client.openPullRequests(where, { cursor: null }, call)).items
  expect(!left.some(({ number }) => number === opened.number), 'does not list a closed one')
}

async function proveComment(
  client: GitClient,
  { gitProvider, where, number, expect }: Omit<Parts, 'name'> & { where: string; number: number },
): Promise<void> {
  const marker = '[//]: # (longshore-preview 1)'
  const put = (id: string | null, text: string) =>
    client.putComment(where, number, { id, marker, text: `${text}\n\n${marker}` }, call)
  const { id } = await put(null, 'first')
  await put(id, 'second')
  const found = await put(null, 'third')
  const comments = await gitProvider.comments(number)
  expect(found.id === id, 'finds its comment again by the marker')
  expect(comments.length === 1 && comments[0]?.startsWith('third') === true, 'one comment, changed and not repeated')
  const { id: again } = await put('987654321', 'fourth')
  expect(again !== '987654321' && (await gitProvider.comments(number)).length === 2, 'rewrites a deleted one')
}

export async function proveDeployments(client: GitClient, { gitProvider, name, expect }: Parts): Promise<void> {
  const { sha } = await client.commit(name('after'), 'main', call)
  const deployment = {
    id: null,
    key: 'dep_1',
    sha,
    environment: 'shop/production',
    isPreview: false,
    description: 'Deploying',
    logUrl: 'https://example.com/d/1',
  }
  const first = await client.setDeployment(name('after'), { ...deployment, state: 'running' }, call)
  if (gitProvider.deployments === null) {
    expect(first === null, 'keeps no record of deployments')
    return
  }
  const again = await client.setDeployment(
    name('after'),
    { ...deployment, state: 'live', address: 'https://a.example' },
    call,
  )
  const kept = gitProvider.deployments()
  expect(first !== null && again?.id === first.id && kept.length === 1, 'finds its record of a deployment again')
  expect(kept[0]?.states.join(' ') === 'in_progress success', 'says how the deployment went')
}
