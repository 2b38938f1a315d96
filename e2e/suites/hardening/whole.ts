/**
 * The expected path, on both layouts and for both users: hardened, nothing to do on a second run, and reverted byte for
 * byte.
 */
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { appPort, askApp, loadAppImage, runApp } from '../../fixtures/app.ts'
import type { SshLayout } from '../../fixtures/images.ts'
import { runProgram } from '../../fixtures/run.ts'
import { startTarget, type Target, type TargetUser } from '../../fixtures/target.ts'
import { becomesTrue } from '../../support/eventually.ts'
import type { Report } from '../../support/report.ts'
import type { Lane, Subject } from './lane.ts'
import { compareEtc, digestEtc, hashOf, leftovers, readFirewallRules } from './truth.ts'

/** The run installs these and leaves them installed: the package, its user and its configuration. */
const ofPackages =
  /^(systemd\/(timesyncd|system\/(dbus-org\.freedesktop\.timesync1|sysinit\.target\.wants))|dhcp|(passwd|group|shadow|gshadow)-?$|apparmor\.d|dbus-1)/

export async function proveWhole(
  lane: Lane,
  report: Report,
  { user, layout }: { user: TargetUser; layout: SshLayout },
): Promise<void> {
  const name = `${user} on ssh.${layout}`
  await using target = await startTarget({ sshLayout: layout, publishPorts: [appPort] })
  const subject = await lane.register(target, { user })
  await runApp(target, { name: 'app', publish: `${appPort}:${appPort}` })
  await becomesTrue(async () => (await askApp(target, 'app')) !== null, { withinMs: 20_000, everyMs: 500 })
  const app = await startedAt(target)
  await using watch = new AppWatch(target)
  const before = { etc: await digestEtc(target), firewall: await readFirewallRules(target) }

  const dry = await subject.untilEnd((await subject.start('harden', { dryRun: true })).id)
  report.expect(dry.status === 'planned' && dry.changes.length > 5, `${name}: dry run ${dry.status}`)
  report.expect(
    dry.changes.every((change) => change.diff.includes('+++ ')),
    `${name}: every change has a diff`,
  )
  report.expect(hashOf(await digestEtc(target)) === hashOf(before.etc), `${name}: the dry run touched /etc`)

  const run = await subject.untilEnd((await subject.start('harden', { confirmTimeoutSeconds: 120 })).id)
  report.expect(run.status === 'confirmed', `${name}: ${run.status} ${JSON.stringify(run.error)}`)
  report.figure(`changes_${user}_${layout}`, run.changes.length)
  report.expect((await leftovers(target)).length === 0, `${name}: nothing of the guard is left in place`)
  await proveHardened(subject, report, name)

  const again = await subject.untilEnd((await subject.start('harden')).id)
  report.expect(
    again.status === 'confirmed' && again.changes.length === 0,
    `${name}: second run made ${again.changes.length} changes (${again.changes.map((each) => each.file).join(', ')})`,
  )

  const back = await subject.untilEnd((await subject.start('revert', { confirmTimeoutSeconds: 120 })).id)
  report.expect(back.status === 'confirmed', `${name}: revert ${back.status} ${JSON.stringify(back.error)}`)
  const differs = compareEtc(before.etc, await digestEtc(target), ofPackages)
  report.expect(differs.length === 0, `${name}: not as before: ${differs.slice(0, 8).join(', ')}`)
  report.expect((await readFirewallRules(target)) === before.firewall, `${name}: the firewall is not as before`)
  const nothing = await subject.ask('POST', '/security/revert', {})
  report.expect(nothing.body.code === 'nothing_to_revert', `${name}: a second revert has nothing to do`)

  report.expect((await startedAt(target)) === app, `${name}: the container was restarted`)
  report.expect(
    watch.failures === 0 && watch.answers > 0,
    `${name}: the app failed ${watch.failures} of ${watch.answers}`,
  )
}

async function proveHardened(subject: Subject, report: Report, name: string): Promise<void> {
  const { target } = subject
  report.expect(await subject.canLogIn(), `${name}: a plain login works`)
  const forward = await target.mustExec(['cat', '/proc/sys/net/ipv4/ip_forward'])
  report.expect(forward.trim() === '1', `${name}: ip_forward is ${forward.trim()}`)
  const docker = await target.exec(['docker', 'run', '--detach', '--name', 'second', await loadAppImage(target)])
  report.expect(docker.exitCode === 0, `${name}: Docker starts no container: ${docker.stderr.slice(0, 200)}`)
  await target.exec(['docker', 'rm', '--force', 'second'])
  const audit = await runProgram(['ssh-audit', '--level', 'fail', '-p', String(target.port), '127.0.0.1'], {
    deadlineMs: 60_000,
  }).catch(() => undefined)
  if (audit === undefined) return void report.expect(false, `${name}: ssh-audit could not be started`)
  const failures = audit.stdout.split('\n').filter((line) => line.includes('[fail]'))
  report.figure('ssh_audit_failures', failures.length)
  report.expect(failures.length === 0, `${name}: ssh-audit: ${failures.slice(0, 3).join(' | ')}`)
}

async function startedAt(target: Target): Promise<string> {
  return (await target.exec(['docker', 'inspect', '-f', '{{.State.StartedAt}} {{.RestartCount}}', 'app'])).stdout.trim()
}

/** Sends requests to the app continuously, without retries. */
class AppWatch implements AsyncDisposable {
  readonly #port: number
  readonly #watching: Promise<void>
  #isOver = false
  failures = 0
  answers = 0

  constructor(target: Target) {
    this.#port = target.published.get(appPort) ?? 0
    this.#watching = this.#watch()
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      this.answers += 1
      if (!(await this.#ask())) this.failures += 1
      await delay(200)
    }
  }

  async #ask(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const call = request({ host: '127.0.0.1', port: this.#port, agent: false, timeout: 5_000 }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode === 200))
    })
    call.once('error', () => resolve(false))
    call.once('timeout', () => call.destroy())
    call.end()
    return await promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    await this.#watching
  }
}
