/**
 * Everything that hardening can change on this server, whatever the plan: a path that isn't in the snapshot can't be
 * written.
 */
import { sysctlSettings } from '../security/index.ts'
import type { Baseline } from './baseline.ts'
import { homeFiles, paths } from './evidence/paths.ts'
import type { SnapshotItem } from './guard/snapshot-item.ts'
import type { Change } from './plan/change.ts'
import { egressUnit } from './plan/plan-egress.ts'

const directories = [
  '/etc/ssh/sshd_config.d',
  '/etc/fail2ban',
  '/etc/fail2ban/jail.d',
  '/etc/docker',
  '/etc/ufw',
  '/etc/systemd/system/docker.service.d',
]
const units = [
  egressUnit,
  'ufw.service',
  'fail2ban.service',
  'unattended-upgrades.service',
  'apt-daily.timer',
  'apt-daily-upgrade.timer',
  'systemd-timesyncd.service',
]

/** `changes` are the changes to apply or to revert; only their modes differ from plan to plan. */
export function snapshotItems(
  baseline: Pick<Baseline, 'session' | 'home'>,
  changes: readonly Pick<Change, 'stage' | 'file'>[],
): SnapshotItem[] {
  const modes = changes.flatMap(({ stage, file }) => (stage === 'modes' ? [file] : []))
  const [home, keyFolder, keyFile] = baseline.home === null ? [] : homeFiles(baseline.home)
  const ownPaths = [home, keyFolder].filter((path) => path !== undefined && !modes.includes(path))
  const files = Object.values(paths).filter((path) => path !== paths.dropInDirectory)
  const keys = [
    ...sysctlSettings.flatMap((setting) => setting.keys),
    // ufw sets these when it starts.
    'net.ipv4.icmp_echo_ignore_broadcasts',
    'net.ipv4.icmp_ignore_bogus_error_responses',
    'net.ipv4.icmp_echo_ignore_all',
  ]
  return [
    ...directories.map((value) => ({ kind: 'dir', value }) as const),
    { kind: 'tree', value: paths.dropInDirectory },
    ...files.map((value) => ({ kind: 'file', value }) as const),
    // After a revert, sshd listens with its previous configuration, so modes of drop-ins are part of their files.
    ...modes
      .filter((path) => !path.startsWith(paths.dropInDirectory))
      .map((value) => ({ kind: 'mode', value }) as const),
    ...ownPaths.map((value) => ({ kind: 'mode', value: value ?? '' }) as const),
    ...(keyFile === undefined ? [] : [{ kind: 'login', value: keyFile } as const]),
    ...keys.map((value) => ({ kind: 'sysctl', value }) as const),
    { kind: 'ufw' },
    { kind: 'ssh', value: String(baseline.session.serverPort) },
    ...units.map((value) => ({ kind: 'unit', value }) as const),
    { kind: 'reload', value: 'docker.service' },
  ]
}
