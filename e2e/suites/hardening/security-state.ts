/** Compares the security state of real servers with the changes made to them, and shows that a scan changes nothing. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Server } from '@longshore/sdk'
import { connectAsSuperuser } from '../../../apps/server/src/testing/superuser.ts'
import { runProgram } from '../../fixtures/run.ts'
import { startTarget, type Target, type TargetUser } from '../../fixtures/target.ts'
import { isQuick } from '../../support/command-line.ts'
import type { Report } from '../../support/report.ts'
import type { Lane, Subject } from './lane.ts'
import { needsRoot, weaknesses } from './security-sabotage.ts'
import { difference, Scanner } from './security-scan.ts'
import { compareEtc, digestEtc, readFirewallRules } from './truth.ts'

const maxScanMs = 5_000
const maxRatio = 6

export async function proveSecurityState(lane: Lane, report: Report): Promise<void> {
  await using target = await startTarget()
  await proveReadOnly(target, report)
  for (const user of ['root', 'deploy'] as const) await proveWeaknesses(target, user, report)
  await proveFirewallAndBans(target, report)
  await proveWithoutSudo(target, report)
  await agreeWithSshAudit(target, report)
  await proveApi(lane, target, report)
}

async function proveReadOnly(target: Target, report: Report): Promise<void> {
  for (const user of ['root', 'deploy'] as const) {
    await using scanner = new Scanner(target, user)
    // The first login creates files of its own.
    await scanner.scan()
    const before = await readState(target)
    const { durationMs: first } = await scanner.scan()
    const after = await readState(target)
    // The best of three runs, compared on a busy machine with the same number of empty commands.
    const others = [(await scanner.scan()).durationMs, (await scanner.scan()).durationMs]
    const durationMs = Math.min(first, ...others)
    const nothingMs = await scanner.timeOfNothing()
    report.figure(`nothing_ms_${user}`, nothingMs)
    report.figure(`scan_ms_${user}`, durationMs)
    report.expectTime(
      durationMs < Math.max(maxScanMs, maxRatio * nothingMs),
      `a scan as ${user} took ${durationMs} ms, nothing ${nothingMs} ms`,
    )
    const etc = compareEtc(before.etc, after.etc)
    report.expect(etc.length === 0, `a scan as ${user} changed /etc: ${etc.slice(0, 5).join(', ')}`)
    for (const what of ['files', 'processes', 'firewall'] as const) {
      const differs = changed(before[what], after[what])
      report.expect(differs.length === 0, `a scan as ${user} changed ${what}: ${differs.slice(0, 5).join(' | ')}`)
    }
  }
}

/** Everything on disk except logs, Docker's storage and memory file systems; programs; firewall rules. */
async function readState(target: Target) {
  const left = ['/proc', '/sys', '/run', '/tmp', '/dev', '/var/log', '/var/lib/docker', '/var/lib/containerd']
  const prune = left.flatMap((path, index) => [...(index === 0 ? [] : ['-o']), '-path', path])
  const args = ['find', '/', '(', ...prune, ')', '-prune', '-o', '-printf', '%p %y %m %u %g %s %T@\\n']
  const files = await target.mustExec(args)
  const processes = await target.mustExec(['ps', '-e', '-o', 'user=,args='])
  return {
    etc: await digestEtc(target),
    files: files.split('\n').sort(),
    processes: processes
      .split('\n')
      .filter((line) => !/\bps -e\b|\[kworker|\[.*\]$/.test(line))
      .sort(),
    firewall: (await readFirewallRules(target)).split('\n'),
  }
}

function changed(before: readonly string[], after: readonly string[]): string[] {
  const [old, young] = [new Set(before), new Set(after)]
  return [...after.filter((line) => !old.has(line)), ...before.filter((line) => !young.has(line))]
}

async function proveWeaknesses(target: Target, user: TargetUser, report: Report): Promise<void> {
  await using scanner = new Scanner(target, user)
  const before = await scanner.statuses()
  // The quick form runs a few as deploy, because only the way to root differs.
  const chosen = weaknesses.filter((_, index) => !isQuick || index % (user === 'root' ? 2 : 8) === 0)
  let seen = 0
  for (const weakness of chosen) {
    await weakness.make(target)
    try {
      const found = difference(before, await scanner.statuses())
      const isExact = JSON.stringify(found) === JSON.stringify(weakness.turns)
      report.expect(isExact, `${user}: expected ${weakness.turns.join(', ')}, found ${found.join(', ')}`)
      if (isExact) seen += 1
    } finally {
      await weakness.undo(target)
    }
  }
  const left = difference(before, await scanner.statuses())
  report.expect(left.length === 0, `${user}: not as before: ${left.join(', ')}`)
  report.figure(`weaknesses_${user}`, `${seen}/${chosen.length}`)
}

/** The reverse: what was missing is added and detected. */
async function proveFirewallAndBans(target: Target, report: Report): Promise<void> {
  await using scanner = new Scanner(target, 'root')
  const before = await scanner.statuses()
  report.expect(before['firewall.default_deny_ipv4'] === 'fail', 'without a firewall the default is open')
  for (const port of ['22/tcp', '80/tcp', '443/tcp', '5432/tcp']) await target.mustExec(['ufw', 'allow', port])
  await target.mustExec(['ufw', '--force', 'enable'])
  await target.mustExec(['systemctl', 'start', 'fail2ban'])
  await delay(2_000)
  const with5432 = await scanner.scan()
  const status = (id: string) => with5432.checks.find((check) => check.id === id)
  for (const id of ['default_deny_ipv4', 'default_deny_ipv6', 'required_ports'])
    report.expect(status(`firewall.${id}`)?.status === 'pass', `ufw: ${id} ${status(`firewall.${id}`)?.evidence}`)
  const other = status('firewall.other_open_ports')
  report.expect(other?.status === 'fail' && other.evidence.includes('5432/tcp'), `ufw: 5432 ${other?.evidence}`)
  for (const id of ['sshd_jail', 'backend', 'ban_time'])
    report.expect(status(`fail2ban.${id}`)?.status === 'pass', `fail2ban: ${id} ${status(`fail2ban.${id}`)?.evidence}`)
  report.expect(status('fail2ban.ignores_us')?.status === 'fail', 'fail2ban: we are not ignored yet')
  const us = with5432.facts.clientAddress ?? ''
  await target.mustExec(['fail2ban-client', 'set', 'sshd', 'addignoreip', us])
  const ignored = (await scanner.statuses())['fail2ban.ignores_us']
  report.expect(ignored === 'pass', `fail2ban: ${us} is ignored, and the check says ${ignored}`)
  await target.mustExec(['systemctl', 'stop', 'fail2ban'])
  await target.mustExec(['ufw', '--force', 'reset'])
  // ufw also applies its own sysctl.conf and leaves those values.
  const left = difference(before, await scanner.statuses()).filter((line) => !line.startsWith('sysctl.'))
  report.expect(left.length === 0, `after ufw and fail2ban: ${left.join(', ')}`)
}

async function proveWithoutSudo(target: Target, report: Report): Promise<void> {
  await target.mustExec(['mv', '/etc/sudoers.d/deploy', '/root/deploy.sudoers'])
  try {
    await using scanner = new Scanner(target, 'deploy')
    const { checks } = await scanner.scan()
    const wrong = checks.filter(({ id, status }) => needsRoot.test(id) && status !== 'unknown')
    const shown = wrong.map(({ id, status }) => `${id}: ${status}`)
    report.expect(wrong.length === 0, `without sudo: ${shown.join(', ')}`)
    report.figure('unknown_without_sudo', checks.filter(({ status }) => status === 'unknown').length)
  } finally {
    await target.mustExec(['mv', '/root/deploy.sudoers', '/etc/sudoers.d/deploy'])
  }
}

interface Audit {
  kex: AuditItem[]
  enc: AuditItem[]
  mac: AuditItem[]
  key: AuditItem[]
}
interface AuditItem {
  algorithm: string
  notes: { fail?: string[]; warn?: string[] }
}

/** ssh-audit scans the same server from outside and must find the same weaknesses as Longshore. */
async function agreeWithSshAudit(target: Target, report: Report): Promise<void> {
  await using scanner = new Scanner(target, 'root')
  const { checks } = await scanner.scan()
  const args = ['ssh-audit', '--json', '--skip-rate-test', '-p', String(target.port), '127.0.0.1']
  const audit: Audit = JSON.parse((await runProgram(args, { deadlineMs: 60_000 })).stdout)
  const kinds = [
    ['ssh.kex_algorithms', audit.kex],
    ['ssh.ciphers', audit.enc],
    ['ssh.macs', audit.mac],
    ['ssh.host_key_algorithms', audit.key],
  ] as const
  let agreed = 0
  for (const [id, items] of kinds) {
    // ssh-audit warns that most key exchanges aren't quantum-safe. Clients still need one of them.
    const isWeak = ({ notes }: AuditItem) =>
      [...(notes.fail ?? []), ...(notes.warn ?? [])].some((note) => !note.includes('post-quantum'))
    const theirs = items.filter(isWeak).map(({ algorithm }) => algorithm)
    const [, list = ''] = checks.find((check) => check.id === id)?.evidence.split(': weak ') ?? []
    const ours = list.split(', ').filter((name) => name !== '' && !name.includes('-cert-v01'))
    const isSame = JSON.stringify(ours.toSorted()) === JSON.stringify(theirs.toSorted())
    report.expect(isSame, `${id}: ours ${ours.join(' ')}, ssh-audit ${theirs.join(' ')}`)
    agreed += isSame ? theirs.length : 0
  }
  report.figure('weak_algorithms_agreed', agreed)
}

/** Through the API: the first scan starts automatically, refreshes are limited, and drift after a hardening is reported. */
async function proveApi(lane: Lane, target: Target, report: Report): Promise<void> {
  const subject = await lane.register(target, { user: 'deploy' })
  const first = await untilScanned(subject, 'first')
  report.expect(first.state === 'weak', `the first scan says ${first.state}`)
  report.expect(first.checks.length > 80 && first.plan === null && first.lastRun === null, 'the first answer is whole')
  const summary = (await subject.ask<Server>('GET', '')).body.security
  report.expect(summary.state === 'weak' && summary.score === first.score, `the server says ${JSON.stringify(summary)}`)

  await delay(16_000)
  const answers = await Promise.all(Array.from({ length: 20 }, () => subject.ask('GET', '/security?refresh=true')))
  report.expect(
    answers.every(({ status, body }) => status === 200 && body.state === 'scanning'),
    'refresh answers 200 and scanning',
  )
  const ids = new Set(answers.map(({ body }) => body.scan.id))
  report.expect(ids.size === 1, `20 wishes started ${ids.size} scans`)
  await untilScanned(subject, 'requested')

  const run = await subject.untilEnd((await subject.start('harden', { checks: ['ssh.x11_forwarding'] })).id)
  report.expect(run.status === 'confirmed', `hardening ended ${run.status} ${JSON.stringify(run.error)}`)
  const hardened = await untilScanned(subject, 'hardening')
  report.expect(hardened.lastRun?.id === run.id && hardened.drifted.length === 0, 'the state names the run')
  report.expect(statusOf(hardened, 'ssh.x11_forwarding') === 'pass', 'the fixed check passes')

  await target.mustExec(['find', '/etc/ssh/sshd_config.d', '-name', '00-*', '-delete'])
  const database = connectAsSuperuser(lane.instance.databaseUrl)
  try {
    await database.query('update security_watches set next_scan_at = now()')
    const drifted = await untilScanned(subject, 'scheduled')
    report.expect(drifted.state === 'drifted', `after a change by hand the state is ${drifted.state}`)
    report.expect(drifted.drifted.includes('ssh.x11_forwarding'), `drifted: ${drifted.drifted.join(', ')}`)
    const events = await database.query(
      `select data from events where kind = 'server_updated' and data->>'action' = 'security_drifted'`,
    )
    const reported = JSON.stringify(events.rows[0]?.data ?? null)
    report.expect(events.rowCount === 1 && reported.includes('ssh.x11_forwarding'), `the event says ${reported}`)
  } finally {
    await database.end()
  }
}

interface SecurityBody {
  state: string
  score: number
  checks: { id: string; status: string }[]
  drifted: string[]
  scan: { id: string; trigger: string; status: string } | null
  plan: unknown
  lastRun: { id: string } | null
}

function statusOf(body: SecurityBody, id: string): string | undefined {
  return body.checks.find((check) => check.id === id)?.status
}

async function untilScanned(subject: Subject, trigger: string): Promise<SecurityBody> {
  for (const deadline = Date.now() + 60_000; ; await delay(200)) {
    const { body } = await subject.ask<SecurityBody>('GET', '/security')
    if (body.scan?.trigger === trigger && body.scan.status === 'succeeded') return body
    if (Date.now() > deadline) throw new Error(`no scan (${trigger}): ${JSON.stringify(body.scan)}`)
  }
}
