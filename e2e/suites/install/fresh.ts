/** One script on a new machine: an app is live, a second run changes nothing, and nothing is left after the removal. */
import type { Server } from '@longshore/sdk'
import type { TargetOptions } from '../../fixtures/target.ts'
import { eventually } from '../../support/eventually.ts'
import { dashboardName } from '../../support/install-test-env.ts'
import { deployApp, signUp } from '../../support/installation/install-scenario.ts'
import { listLeft, readState } from '../../support/installation/machine-state.ts'
import { type Machine, startMachine } from '../../support/installation/script-machine.ts'
import type { Shelf } from '../../support/installation/shelf.ts'
import { ask, mustCall } from '../../support/installed-client.ts'
import type { Report } from '../../support/report.ts'

export const url = `https://${dashboardName}`

export async function runFresh(
  { shelf, report, name }: { shelf: Shelf; report: Report; name: string },
  options: TargetOptions,
): Promise<void> {
  await using machine = await startMachine(shelf, options)
  const before = await listLeft(machine.target)
  await checkDryRun(machine, report)
  const began = performance.now()
  const installed = await machine.script('--url', url, '--yes')
  report.figure(`${name}_install_s`, Math.round((performance.now() - began) / 1_000))
  if (!report.expect(installed.exitCode === 0, `${name}: the script ends with ${installed.exitCode}`)) return
  await machine.loadAppImages()
  await useInstallation(machine, report, installed.stdout)
  await checkSecondRun(machine, report, name)
  await remove(machine, report, name)
  const left = (await listLeft(machine.target)).filter((each) => !before.includes(each))
  report.figure(`${name}_left`, left.length)
  report.expect(left.length === 0, `${name}: after the removal there is still ${left.join(', ').slice(0, 1_000)}`)
}

async function checkDryRun(machine: Machine, report: Report): Promise<void> {
  const before = await readState(machine.target)
  const { exitCode, stderr } = await machine.script('--url', url, '--dry-run')
  report.expect(exitCode === 0 && stderr.includes('dry run'), `the dry run ends with ${exitCode}`)
  report.expect((await readState(machine.target)) === before, 'the dry run changes the machine')
}

/** The dashboard responds with its certificate, the link creates an account, and an app gets live. */
export async function useInstallation(machine: Machine, report: Report, output: string): Promise<string> {
  await eventually(
    'the dashboard is served with its certificate',
    async () => (await ask(machine, { path: '/' })).status === 200,
    { withinMs: 120_000, everyMs: 300, retriesErrors: true },
  )
  const token = await signUp(machine, output)
  const server = await eventually(
    'the machine is ready',
    async () => {
      const { items } = await mustCall<{ items: Server[] }>(machine, { path: '/servers', token })
      return items.find(({ status }) => status === 'ready') ?? false
    },
    { withinMs: 120_000, everyMs: 500 },
  )
  if (server !== false) await deployApp(machine, report, { token, serverId: server.id })
  return token
}

/** With the URL in another spelling, and after the operator restricted the key. */
async function checkSecondRun(machine: Machine, report: Report, name: string): Promise<void> {
  const keys = '/root/.ssh/authorized_keys'
  const restrict = `sed -i 's/^ssh-.* longshore-/no-agent-forwarding &/' ${keys} && grep -q '^no-agent-forwarding ' ${keys}`
  await machine.target.mustExec(['bash', '-s'], { stdin: restrict })
  const before = await readState(machine.target)
  const again = await machine.script('--url', `${url.replace('deploy', 'Deploy')}:443/`, '--yes')
  report.expect(again.exitCode === 0, `${name}: the second run ends with ${again.exitCode}`)
  const after = await readState(machine.target)
  report.expect(after === before, `${name}: the second run changes ${firstDifference(before, after)}`)
}

/** A container of the operator's keeps a network at first. Everything else is removed, and the script says what is left. */
async function remove(machine: Machine, report: Report, name: string): Promise<void> {
  const visitor = ['--name', 'visitor', '--network', 'longshore_outside', 'node:24-slim', 'sleep', '600']
  await machine.target.mustExec(['docker', 'run', '--detach', ...visitor])
  const partial = await machine.program('uninstall', '--everything', '--yes')
  const isNamed = partial.exitCode === 39 && partial.stderr.includes('xargs -r docker network rm')
  report.expect(isNamed, `${name}: with a network in use, the removal ends with ${partial.exitCode}`)
  const { exitCode } = await machine.target.exec(['test', '-e', '/opt/longshore'])
  report.expect(exitCode === 1, `${name}: a network in use keeps the keys of the installation`)
  await machine.target.mustExec(['docker', 'rm', '--force', '--volumes', 'visitor'])
  const removed = await machine.script('uninstall', '--everything', '--yes')
  report.expect(removed.exitCode === 0, `${name}: the removal ends with ${removed.exitCode}`)
}

function firstDifference(before: string, after: string): string {
  const known = new Set(before.split('\n'))
  return after
    .split('\n')
    .filter((line) => !known.has(line))
    .slice(0, 5)
    .join(' | ')
}
