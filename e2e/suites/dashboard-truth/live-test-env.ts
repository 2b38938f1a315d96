/** A dashboard with a real server and a real Git provider, for what pages show while something happens. */
import type { GitProvider } from '@longshore/sdk'
import { startGitea } from '../../fixtures/gitea.ts'
import type { GiteaRepository } from '../../fixtures/gitea-repositories.ts'
import { buildDashboard, type Dashboard, startDashboard, type Visitor } from '../../support/dashboard.ts'
import { type DeployTestEnv, nodeApp, startDeployTestEnv } from '../../support/deploy-test-env.ts'
import type { Report } from '../../support/report.ts'
import { mustAsk } from '../../support/servers.ts'

export interface LiveTestEnv extends AsyncDisposable {
  readonly deploys: DeployTestEnv
  readonly repository: GiteaRepository
  readonly dashboard: Dashboard
  readonly visitor: Visitor
}

export async function startLiveTestEnv(report: Report): Promise<LiveTestEnv> {
  await using stack = new AsyncDisposableStack()
  await buildDashboard()
  const gitea = stack.use(await startGitea())
  const owner = await gitea.createUser('ada')
  const token = await gitea.createToken(owner, ['write:repository', 'read:user', 'write:issue'])
  const files = Object.fromEntries(
    nodeApp('Hello', 'EXPOSE 3000\n').map(({ path, content }) => [path, String(content)]),
  )
  const repository = await gitea.createRepository(owner, {
    name: 'shop',
    isPrivate: true,
    files: { ...files, 'package.json': '{"name":"shop","dependencies":{"pg":"8.23.1"}}\n' },
  })
  const deploys = stack.use(await startDeployTestEnv({ report, baseImages: ['node:24-slim', 'postgres:17'] }))
  const body = { kind: 'gitea', baseUrl: gitea.url, token }
  await mustAsk<GitProvider>(deploys, 'POST', '/git-provider/save-token', body)
  const dashboard = stack.use(await startDashboard(deploys.instance))
  const visitor = stack.use(await dashboard.signIn(deploys.person))
  const owned = stack.move()
  return { deploys, repository, dashboard, visitor, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
