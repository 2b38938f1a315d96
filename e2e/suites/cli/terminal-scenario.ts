/** The CLI in a real terminal: interactive sign-in, the live list of steps, and the prompt after Ctrl-C. */

import { binFolder, type CliTestEnv } from '../../support/cli/cli.ts'
import { password } from '../../support/client.ts'
import type { App } from '../../support/deploy-test-env.ts'
import { loudApp } from './pipe.ts'
import { openTerminal, type Terminal } from './terminal.ts'

export async function watchInTerminal(cli: CliTestEnv, app: App): Promise<void> {
  const { testEnv, directory, environment } = cli
  const own = {
    ...environment,
    PATH: `${binFolder}:${environment.PATH}`,
    LONGSHORE_CACHE: process.env.LONGSHORE_CACHE ?? '',
  }
  await using terminal = await openTerminal({ environment: own, directory })
  await signInByHand(cli, terminal)
  await testEnv.commit(app, loudApp('three', 'RUN sleep 120\n'), 'Take long')
  await stopWatching(cli, terminal)
  await cancel(cli, terminal)
  await testEnv.commit(app, loudApp('four', 'RUN sleep 2\n'), 'Say four')
  await terminal.type('clear; longshore deploy --follow; echo "exit=$?"')
  const building = await terminal.waitFor(/● Build /, 'building')
  testEnv.report.expect(/○ Switch traffic/.test(building), 'steps to come are shown')
  const live = await terminal.waitFor(/exit=\d/, 'live')
  testEnv.report.expect(/✓ Live after .*[\s\S]*exit=0/.test(live), `it becomes live:\n${live}`)
  testEnv.report.expect(
    live.split('\n').filter((line) => line.includes('Build')).length === 1,
    `the list is drawn over, not again:\n${live}`,
  )
  await complete(cli, terminal)
}

async function signInByHand(
  { testEnv: { report, instance, person }, directory }: CliTestEnv,
  terminal: Terminal,
): Promise<void> {
  await terminal.type(`longshore login ${instance.url} --profile hand --email ${person.email}`)
  await terminal.waitFor(/Password:/)
  await terminal.type(password)
  const screen = await terminal.waitFor(/Signed in at/, 'login')
  report.expect(!screen.includes(password), `the password is not on the screen:\n${screen}`)
  await terminal.type(`clear; longshore profile list; pwd`)
  const profiles = await terminal.waitFor(new RegExp(directory.split('/').at(-1) ?? ''))
  report.expect(/^\* +hand /m.test(profiles) && / default /.test(profiles), `two profiles:\n${profiles}`)
}

async function stopWatching({ testEnv: { report } }: CliTestEnv, terminal: Terminal): Promise<void> {
  await terminal.type('clear; longshore deploy --follow; echo "exit=$?"')
  await terminal.waitFor(/● Build /)
  await terminal.key('C-c')
  await terminal.waitFor(/Cancel the deployment, stop watching/, 'ctrl-c')
  await terminal.type('watch')
  await terminal.waitFor(/watch\]? watch[\s\S]*● Build /)
  await terminal.key('C-c')
  await terminal.waitFor(/(Cancel the deployment[\s\S]*){2}/)
  await terminal.type('stop')
  const stopped = await terminal.waitFor(/exit=\d/, 'stopped')
  report.expect(/keeps running[\s\S]*exit=130/.test(stopped), `only the watching ends:\n${stopped}`)
}

/** Cancels the deployment that is still building. */
async function cancel({ testEnv: { report }, call }: CliTestEnv, terminal: Terminal): Promise<void> {
  const status = await call(['status', '--json'])
  const running = status.json?.deployments?.[0]
  report.expect(running?.status === 'building', `it still builds: ${running?.status}`)
  await terminal.type(`clear; longshore logs --deployment ${running?.number} -f; echo "exit=$?"`)
  await terminal.waitFor(/● Build /)
  await terminal.key('C-c')
  await terminal.waitFor(/Cancel the deployment/)
  await terminal.type('cancel')
  const cancelled = await terminal.waitFor(/exit=\d/, 'cancelled')
  report.expect(/Canceled[\s\S]*exit=7/.test(cancelled), `the deployment is cancelled:\n${cancelled}`)
}

async function complete({ testEnv: { report } }: CliTestEnv, terminal: Terminal): Promise<void> {
  await terminal.type('clear; source <(longshore completion bash); echo ready')
  await terminal.waitFor(/^ready/m)
  await terminal.type('clear; echo ok')
  await terminal.waitFor(/^ok/m)
  for (const key of ['longshore', 'Space', 'roll', 'Tab']) await terminal.key(key)
  const screen = await terminal.waitFor(/longshore roll/, 'completion')
  const completed = await terminal.waitFor(/longshore rollback/).catch(() => screen)
  report.expect(completed.includes('longshore rollback'), `Tab completes:\n${completed}`)
  await terminal.key('C-c')
}
