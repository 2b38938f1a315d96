import { join } from 'node:path'
import type { Server } from '@longshore/sdk'
import { createRepository } from '../../fixtures/repository.ts'
import { password } from '../../support/client.ts'
import { createFirstAccount, deployProject, owner } from '../../support/dashboard/first-minutes.ts'
import { startDashboard } from '../../support/dashboard.ts'
import { nodeApp } from '../../support/deploy-test-env.ts'
import { eventually } from '../../support/eventually.ts'
import { dashboardName, type InstallTestEnv, zone } from '../../support/install-test-env.ts'
import { ask, mustCall, visitPlain } from '../../support/installed-client.ts'
import type { Report } from '../../support/report.ts'

const maxSeconds = 300
const maxCommands = 12

export async function beginFromNothing(testEnv: InstallTestEnv, report: Report): Promise<void> {
  await createRepository(join(testEnv.repositories, 'shop.git'), nodeApp('Hello from the shop', 'EXPOSE 3000\n'))
  const steps: { what: string; seconds: number }[] = []
  const note = (what: string, seconds: number) => {
    steps.push({ what, seconds })
    console.error(`  ${seconds.toFixed(1).padStart(6)} s  ${what}`)
  }
  const timed = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now()
    const result = await work()
    note(what, (performance.now() - began) / 1_000)
    return result
  }
  const link = await testEnv.follow('run-with-compose.md', 'install', (line, ms) => note(`$ ${line}`, ms / 1_000))
  const commands = steps.length
  const isServed = async () => (await ask(testEnv, { path: '/' })).status === 200
  await timed('until the link opens', () =>
    eventually('the dashboard is served', isServed, { withinMs: 180_000, everyMs: 300, retriesErrors: true }),
  )

  const at = `127.0.0.1:${testEnv.target.published.get(443)}`
  await using dashboard = await startDashboard({ url: `https://${dashboardName}`, at })
  await using visitor = await dashboard.visit()
  const opened = await visitor.open()
  const scenario = { opened, report, setupLink: async () => link.trim() }
  await timed('the account, in the browser', () => createFirstAccount(scenario))
  await giveBaseDomain(testEnv)
  const repositoryUrl = testEnv.gitUrl('shop.git')
  const visit = (hostname: string) => visitPlain(testEnv, hostname)
  await timed('from the address of a repository to an answer', () =>
    deployProject({ ...scenario, repositoryUrl, visit }),
  )

  for (const fault of new Set(visitor.faults)) report.expect(false, `a page complains: ${fault}`)
  const seconds = Math.round(steps.reduce((sum, step) => sum + step.seconds, 0))
  report.figure('commands', commands)
  report.figure('seconds', seconds)
  report.expect(commands <= maxCommands, `${commands} commands, the bar is ${maxCommands}`)
  report.expectTime(seconds <= maxSeconds, `${seconds} s, the bar is ${maxSeconds}`)
}

/** Replaces a public IP address, which gets hostnames automatically. */
async function giveBaseDomain(testEnv: InstallTestEnv): Promise<void> {
  const signIn = { method: 'POST', path: '/auth/login', body: { email: owner, password } }
  const { accessToken: token } = await mustCall(testEnv, signIn)
  const [server] = (await mustCall<{ items: [Server] }>(testEnv, { path: '/servers', token })).items
  const body = { baseDomain: `apps.${zone}` }
  await mustCall(testEnv, { method: 'PATCH', path: `/servers/${server.id}`, token, body })
}
