/** Modes and owners of files. Contents aren't read: some are keys and password hashes. */
import type { Evidence, FileMode } from '../evidence/evidence.ts'
import { cronPaths, dockerSocket, homeFiles, paths } from '../evidence/paths.ts'
import type { Change, StagePlan } from './change.ts'
import { riskOf } from './options.ts'

interface Rule {
  check: string
  path: string
  /** Bits that must be off. */
  forbidden: number
  owner?: string
  groups?: readonly string[]
}

export function planModes(evidence: Evidence, selected: ReadonlySet<string>, written: ReadonlySet<string>): StagePlan {
  const changes = rules(evidence).flatMap((rule) => {
    const current = evidence.modes.get(rule.path)
    // A file that this plan writes gets its mode there.
    if (current === undefined || !selected.has(rule.check) || written.has(rule.path)) return []
    const wanted: FileMode = {
      ...current,
      mode: current.mode & ~rule.forbidden,
      owner: rule.owner ?? current.owner,
      group:
        rule.groups === undefined || rule.groups.includes(current.group) ? current.group : (rule.groups[0] ?? 'root'),
    }
    return describe(wanted) === describe(current) ? [] : [toChange(rule, current, wanted)]
  })
  return { changes, skipped: [] }
}

function rules(evidence: Evidence): Rule[] {
  const root = { owner: 'root', groups: ['root'] }
  const configs = [paths.sshdConfig, ...evidence.ssh.dropIns.map((each) => each.path)]
  const keys = ['rsa', 'ecdsa', 'ed25519'].map((type) => `/etc/ssh/ssh_host_${type}_key`)
  const us = evidence.people.find((person) => person.name === evidence.account.name)
  return [
    ...configs.map((path) => ({ check: 'ssh.config_file_modes', path, forbidden: 0o177, ...root })),
    ...keys.map((path) => ({ check: 'ssh.host_key_file_modes', path, forbidden: 0o177, owner: 'root' })),
    ...(us === undefined ? [] : homeFiles(us.home)).map((path) => ({
      check: 'ssh.authorized_keys_modes',
      path,
      forbidden: 0o022,
      ...(evidence.modes.get(path)?.owner === 'root' ? {} : { owner: evidence.account.name }),
    })),
    ...['/etc/shadow', '/etc/gshadow'].map((path) => ({
      check: 'accounts.shadow_mode',
      path,
      forbidden: 0o137,
      owner: 'root',
      groups: ['shadow', 'root'],
    })),
    ...cronPaths.map((path) => ({ check: 'system.cron_modes', path, forbidden: 0o077, ...root })),
    { check: 'docker.daemon_config_mode', path: paths.daemonJson, forbidden: 0o133, ...root },
    { check: 'docker.socket_mode', path: dockerSocket, forbidden: 0o117, owner: 'root', groups: ['docker', 'root'] },
  ]
}

function toChange(rule: Rule, current: FileMode, wanted: FileMode): Change {
  const mode = wanted.mode.toString(8).padStart(4, '0')
  return {
    stage: 'modes',
    checks: [rule.check],
    file: rule.path,
    before: describe(current),
    after: describe(wanted),
    risk: riskOf([rule.check]),
    action: { kind: 'mode', path: rule.path, mode, owner: wanted.owner, group: wanted.group },
  }
}

function describe({ mode, owner, group }: FileMode): string {
  return `${mode.toString(8).padStart(4, '0')} ${owner}:${group}\n`
}
