/** Connects a Git provider account, analyzes one of its repositories, and creates a project from it. */

import type { Analysis, RepositoryPage } from '@longshore/sdk'
import type { WalkTestEnv } from './walk-test-env.ts'
import type { Walker } from './walker.ts'

export interface WalkedProject {
  readonly providerId: string
  readonly projectId: string
}

const maxAnalyses = 5

export async function walkProject(walker: Walker, testEnv: WalkTestEnv): Promise<WalkedProject> {
  const { gitea, gitProviderToken, repository } = testEnv
  const { fullName } = repository
  const body = { kind: 'gitea', baseUrl: gitea.url, token: gitProviderToken }
  const { id: providerId } = await walker.call('POST /git-provider/save-token', { body })
  const accounts = await walker.call('GET /git-providers')
  expectListed(walker, accounts, providerId)
  // For a moment after the first push Gitea reports the repository as empty.
  const isFilled = ({ items }: RepositoryPage) =>
    items.some((each) => each.fullName === fullName && each.defaultBranch === 'main')
  await walker.callUntil('GET /git-providers/repositories', { query: { q: 'shop' } }, isFilled)
  const path = { providerId, repo: encodeURIComponent(fullName) }
  const branches = await walker.call('GET /git-providers/:providerId/repos/:repo/branches', { path })
  const names = branches.items.map((each) => each.name).sort()
  walker.report.expect(names.join() === 'dev,main', `branches: ${names.join()}`)

  const found = await walker.call('GET /projects/analyze-repo', { query: { providerId, repo: fullName } })
  walker.report.expect(found.services.length === 1, `the analysis found ${JSON.stringify(found.services)}`)
  using events = await walker.open('GET /events')
  const made = { name: 'Shop', repository: { providerId, fullName } }
  const { id } = await walker.call('POST /projects', { body: made })
  await walker.hear('GET /events', events, (event, { projectId }) => event === 'project_updated' && projectId === id)
  await followAnalysis(walker, id)
  await analyzeAgain(walker, id)
  await walker.call('PUT /projects/:id', { path: { id }, body: { name: 'Shop of Ada' } })
  const project = await walker.call('GET /projects/:id', { path: { id } })
  walker.report.expect(project.name === 'Shop of Ada' && project.status === 'analyzed', `it is ${project.status}`)
  expectListed(walker, await walker.call('GET /projects'), id)
  return { providerId, projectId: id }
}

/** Analyses have a low priority: on a busy machine one may take too long. */
async function analyzeAgain(walker: Walker, id: string): Promise<void> {
  let status = ''
  for (let tried = 0; status !== 'completed' && tried < maxAnalyses; tried += 1) {
    await walker.call('POST /projects/:id/retry-analysis', { path: { id }, body: {} })
    status = await followAnalysis(walker, id)
  }
  walker.report.expect(status === 'completed', `the analysis is ${status}`)
}

async function followAnalysis(walker: Walker, id: string): Promise<string> {
  const name = 'GET /projects/:id/analysis-status'
  using stream = await walker.open(name, { path: { id } })
  const isEnd = (event: string, data: Analysis) => event === 'status' && ['completed', 'failed'].includes(data.status)
  return (await walker.hear(name, stream, isEnd)).status
}

export function expectListed(walker: Walker, { items }: { items: readonly { id: string }[] }, id: string): void {
  walker.report.expect(
    items.some((each) => each.id === id),
    `${id} is not in its list`,
  )
}
