/** Repositories in every state (private, empty, renamed, archived, deleted), and the error of each. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Analysis, GitProvider, Project } from '@longshore/sdk'
import { ask, createProject, type Member, mustAsk, newMember, nodeApp, type TestEnv, waitForEnd } from './test-env.ts'

export async function proveRepositories(testEnv: TestEnv): Promise<void> {
  const { gitea, ada } = testEnv
  await gitea.createRepository(ada, { name: 'secret', isPrivate: true, files: nodeApp })
  await gitea.createRepository(ada, { name: 'empty' })
  await gitea.createRepository(ada, { name: 'kept', files: nodeApp })
  await gitea.createRepository(ada, { name: 'before', files: nodeApp })
  await gitea.archive(ada, 'kept')
  const member = await newMember(testEnv)
  await Promise.all([
    expectEnd(member, { what: 'a private repository', fullName: 'ada/secret', ends: 'completed' }),
    expectEnd(member, { what: 'an empty repository', fullName: 'ada/empty', ends: 'repository_empty' }),
    expectEnd(member, { what: 'no repository', fullName: 'ada/none', ends: 'repository_not_found' }),
    expectEnd(member, {
      what: 'no branch',
      fullName: 'ada/secret',
      more: { branch: 'gone' },
      ends: 'branch_not_found',
    }),
    expectEnd(member, {
      what: 'no folder',
      fullName: 'ada/secret',
      more: { rootDirectory: 'apps/nowhere' },
      ends: 'root_directory_not_found',
    }),
    expectEnd(member, {
      what: 'a private repository by its address',
      url: `${gitea.url}/ada/secret`,
      ends: /repository_(access_denied|not_found)/,
    }),
  ])
  await proveArchived(member)
  await proveRenamed(member)
  await proveDeletedBranch(member)
}

interface Expectation {
  what: string
  fullName?: string
  url?: string
  more?: object
  /** `completed`, or the code of the error. */
  ends: string | RegExp
}

async function expectEnd(member: Member, { what, fullName, url, more, ends }: Expectation): Promise<Analysis> {
  const repository = url === undefined ? { providerId: member.providerId, fullName } : { url }
  const made = await mustAsk<Project>(member, 'POST', '/projects', { name: what, repository, ...more })
  const { analysis } = await waitForEnd(member, made.id)
  const how = analysis.error?.code ?? analysis.status
  const holds = typeof ends === 'string' ? how === ends : ends.test(how)
  member.testEnv.report.expect(holds, `${what} ends ${how}: ${JSON.stringify(analysis.error)}`)
  if (analysis.error !== null) {
    const { title, detail, hint } = analysis.error
    const isWhole = [title, detail, hint].every((text) => typeof text === 'string' && text.length > 5)
    member.testEnv.report.expect(isWhole, `${what}: the error lacks a text: ${JSON.stringify(analysis.error)}`)
  }
  return analysis
}

async function proveArchived(member: Member): Promise<void> {
  const analysis = await expectEnd(member, { what: 'an archived one', fullName: 'ada/kept', ends: 'completed' })
  const codes = analysis.warnings.map((warning) => warning.code)
  member.testEnv.report.expect(codes.includes('repository_archived'), `an archived repository warns ${codes.join(' ')}`)
}

async function proveRenamed(member: Member): Promise<void> {
  const { report, gitea, ada } = member.testEnv
  const project = await createProject(member, 'ada/before')
  await waitForEnd(member, project.id)
  await gitea.rename(ada, 'before', 'after')
  await mustAsk(member, 'POST', `/projects/${project.id}/retry-analysis`, {})
  const again = await waitForEnd(member, project.id)
  report.expect(again.analysis.status === 'completed', `a renamed one ends ${JSON.stringify(again.analysis.error)}`)
  report.expect(again.repository?.fullName === 'ada/after', `a renamed one is called ${again.repository?.fullName}`)
}

async function proveDeletedBranch(member: Member): Promise<void> {
  const { report, gitea, ada } = member.testEnv
  await gitea.createRepository(ada, { name: 'pruned', files: nodeApp, branches: ['old'] })
  const project = await createProject(member, 'ada/pruned', { branch: 'old' })
  const first = await waitForEnd(member, project.id)
  report.expect(first.analysis.branch === 'old', `the branch that was read is ${first.analysis.branch}`)
  // For a moment after a push Gitea reports the repository as empty.
  const prune = () => gitea.api('DELETE', '/repos/ada/pruned/branches/old', { token: ada.token })
  for (const deadline = Date.now() + 30_000; ; await delay(200)) {
    const pruned = await prune().then(
      () => true,
      (error) => Date.now() > deadline && Promise.reject(error),
    )
    if (pruned) break
  }
  await mustAsk(member, 'POST', `/projects/${project.id}/retry-analysis`, {})
  const second = await waitForEnd(member, project.id)
  report.expect(
    second.analysis.error?.code === 'branch_not_found',
    `a deleted branch: ${JSON.stringify(second.analysis.error)}`,
  )
  await mustAsk(member, 'POST', `/projects/${project.id}/retry-analysis`, { branch: 'main' })
  const third = await waitForEnd(member, project.id)
  report.expect(third.status === 'analyzed' && third.branch === 'main', `after the retry it is ${third.status}`)
}

/** The token is revoked between two analyses: the analysis reports it, and so does the provider's status. */
export async function proveRevokedToken(testEnv: TestEnv): Promise<void> {
  const { report, gitea } = testEnv
  const { eve } = testEnv.people
  await gitea.createRepository(eve.user, { name: 'vault', isPrivate: true, files: nodeApp })
  const member = await newMember(testEnv, eve)
  const project = await createProject(member, 'eve/vault')
  const first = await waitForEnd(member, project.id)
  report.expect(first.analysis.status === 'completed', `before: ${JSON.stringify(first.analysis.error)}`)
  await gitea.revokeTokens(eve.user)
  await mustAsk(member, 'POST', `/projects/${project.id}/retry-analysis`, {})
  const second = await waitForEnd(member, project.id)
  report.expect(
    second.analysis.error?.code === 'provider_token_invalid',
    `a revoked token: ${JSON.stringify(second.analysis.error)}`,
  )
  for (const deadline = Date.now() + 15_000; ; await delay(100)) {
    const provider = await mustAsk<GitProvider>(member, 'GET', `/git-providers/${member.providerId}`)
    if (provider.status === 'invalid') break
    if (!report.expect(Date.now() < deadline, `the provider stays ${provider.status}`)) break
  }
  const inUse = await ask(member, 'DELETE', `/git-providers/${member.providerId}`)
  report.expect(inUse.status === 409 && inUse.body.code === 'provider_in_use', `delete in use: ${inUse.status}`)
  const forced = await ask(member, 'DELETE', `/git-providers/${member.providerId}?force=true`)
  const left = await mustAsk<Project>(member, 'GET', `/projects/${project.id}`)
  report.expect(forced.status < 300 && left.repository?.providerId === null, `delete by force: ${forced.status}`)
}
