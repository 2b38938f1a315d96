/**
 * Applies the changes in the order of their stages. Each one is idempotent: after a crash, the whole list is applied
 * again. sshd is never restarted, and only reloaded after its configuration was tested and would still let us in.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { ServerConnection } from '../ssh/index.ts'
import type { Baseline } from './baseline.ts'
import { paths } from './evidence/paths.ts'
import { readEffective } from './evidence/read-ssh.ts'
import { type Guard, lastLine } from './guard/guard.ts'
import { HardeningError } from './hardening-error.ts'
import { refusalReason } from './login-policy.ts'
import type { Change, Stage } from './plan/change.ts'
import { stages } from './plan/change.ts'
import { egressUnit } from './plan/plan-egress.ts'

export interface ApplyOptions {
  guard: Guard
  baseline: Baseline
  /** Called before each change. */
  onChange: (change: Change) => Promise<void>
  signal?: AbortSignal
}

type Runner = Pick<ServerConnection, 'run'>

const packagesDeadlineMs = 600_000

export async function applyChanges(
  connection: Runner,
  changes: readonly Change[],
  options: ApplyOptions,
): Promise<void> {
  for (const stage of stages) {
    const ofStage = changes.filter((change) => change.stage === stage)
    for (const change of ofStage) {
      options.signal?.throwIfAborted()
      await options.onChange(change)
      await applyChange(connection, change, options)
    }
    if (ofStage.length > 0) await finishStage(connection, stage, options)
  }
}

async function applyChange(connection: Runner, change: Change, { guard, signal }: ApplyOptions): Promise<void> {
  const { action } = change
  switch (action.kind) {
    case 'install':
      await must(guard, ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'update', '-qq'], packagesDeadlineMs)
      await must(
        guard,
        ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', '-qq', '--no-install-recommends',
          '-o', 'Dpkg::Options::=--force-confold', '--', ...action.packages], // biome-ignore format: one command
        packagesDeadlineMs,
      )
      return
    case 'write': {
      const directory = action.path.slice(0, action.path.lastIndexOf('/'))
      await must(guard, ['mkdir', '-p', '-m', '0755', directory])
      await guard.put(action.path, action.mode, action.content)
      return
    }
    case 'filter_moduli': {
      const options = { deadlineMs: 20_000, maxOutputBytes: 4 << 20, ...(signal === undefined ? {} : { signal }) }
      const kept = await connection.run(['awk', '$1 ~ /^#/ || $5 >= 3071', paths.moduli], options)
      if (kept.exitCode === 0 && kept.stdout.includes('\n')) await guard.put(paths.moduli, '0644', kept.stdout)
      return
    }
    case 'mode':
      await must(guard, ['chown', '--no-dereference', `${action.owner}:${action.group}`, '--', action.path])
      await must(guard, ['chmod', action.mode, '--', action.path])
      return
    case 'firewall':
      for (const port of action.ports) {
        await must(guard, ['ufw', 'prepend', 'allow', 'proto', 'tcp', 'to', 'any', 'port', String(port)])
      }
      await must(guard, ['ufw', 'default', 'deny', 'incoming'])
      await must(guard, ['ufw', '--force', 'enable'])
      return
    case 'unit':
      await must(guard, ['systemctl', 'enable', '--now', action.unit])
  }
}

async function finishStage(connection: Runner, stage: Stage, options: ApplyOptions): Promise<void> {
  const { guard, baseline } = options
  if (stage === 'ssh') await reloadSshd(connection, options)
  if (stage === 'firewall') await must(guard, ['ufw', 'reload'])
  if (stage === 'fail2ban') await restartFail2ban(connection, options)
  // In a container, some keys belong to the host and can't be written; the file takes effect as soon as they can.
  if (stage === 'sysctl') await guard.change(['sysctl', '-e', '-q', '-p', paths.sysctl], { deadlineMs: 30_000 })
  if (stage === 'docker' && baseline.hasDocker) {
    await must(guard, ['systemctl', 'reload', 'docker.service'])
  }
  if (stage === 'egress') {
    await must(guard, ['systemctl', 'daemon-reload'])
    await must(guard, ['systemctl', 'restart', egressUnit])
  }
}

/** fail2ban reports that it started before it has read its jails. */
async function restartFail2ban(connection: Runner, { guard, signal }: ApplyOptions): Promise<void> {
  await must(guard, ['systemctl', 'restart', 'fail2ban.service'])
  for (let attempt = 1; ; attempt += 1) {
    const status = await connection.run(['fail2ban-client', 'status', 'sshd'], {
      deadlineMs: 10_000,
      asRoot: true,
      ...(signal === undefined ? {} : { signal }),
    })
    if (status.exitCode === 0) return
    if (attempt >= 10) {
      throw new HardeningError('change_failed', `fail2ban does not run the jail sshd: ${lastLine(status)}.`, {
        hint: 'Everything was put back. Look at journalctl -u fail2ban, or leave the fail2ban checks out.',
      })
    }
    await delay(500, undefined, signal === undefined ? {} : { signal })
  }
}

async function reloadSshd(connection: Runner, { guard, baseline, signal }: ApplyOptions): Promise<void> {
  const ask = async (argv: readonly [string, ...string[]]) =>
    await connection.run(argv, { deadlineMs: 20_000, asRoot: true, ...(signal === undefined ? {} : { signal }) })
  const test = await ask(['/usr/sbin/sshd', '-t'])
  if (test.exitCode !== 0) {
    throw new HardeningError('sshd_config_invalid', `sshd refuses the new configuration: ${lastLine(test)}.`, {
      hint: 'Everything was put back and sshd was not reloaded. Look at the other files in /etc/ssh/sshd_config.d.',
    })
  }
  const { account, session } = baseline
  const config = (await readEffective(ask, { names: [account.name], session })).get(account.name)
  const reason =
    config === undefined ? 'sshd -T fails' : refusalReason(config, { ...account, address: session.clientAddress })
  const ports = (config?.get('port') ?? []).map(Number)
  const isMoved = baseline.listensBy === 'service' && !ports.includes(session.serverPort)
  if (reason !== undefined || isMoved) {
    const why = reason ?? `it would listen on ${ports.join(', ')} instead of ${session.serverPort}`
    throw new HardeningError('login_would_be_refused', `With the new configuration sshd would shut us out: ${why}.`, {
      hint: 'Everything was put back and sshd was not reloaded. Look for the directive in /etc/ssh/sshd_config.d.',
    })
  }
  const active = await ask(['systemctl', 'is-active', 'ssh.service'])
  // Without a running daemon, each connection starts an sshd that reads the files again.
  if (active.stdout.trim() === 'active') await must(guard, ['systemctl', 'reload', 'ssh.service'])
}

async function must(guard: Guard, argv: readonly [string, ...string[]], deadlineMs = 90_000): Promise<void> {
  const result = await guard.change(argv, { deadlineMs })
  if (result.exitCode === 0) return
  const command = argv
    .filter((word) => !word.includes('='))
    .slice(0, 4)
    .join(' ')
  throw new HardeningError('change_failed', `${command} failed: ${lastLine(result)}.`, {
    hint: 'Everything was restored. Fix what the message names, or leave the check out with checks.',
  })
}
