/** Kernel settings: one row per check, with its keys and the value that hardening writes. */
import type { Check, Severity } from '../check.ts'

export interface SysctlSetting {
  check: string
  keys: readonly string[]
  value: string
  /** Values that are as good or better. */
  accepted: readonly string[]
}

const v4 = (name: string) => [`net.ipv4.conf.all.${name}`, `net.ipv4.conf.default.${name}`]
const v6 = (name: string) => [`net.ipv6.conf.all.${name}`, `net.ipv6.conf.default.${name}`]

/** Never add ip_forward=0, forwarding=0, or modules_disabled=1. Baselines require them, but they break Docker. */
export const sysctlSettings: readonly SysctlSetting[] = [
  // 2 (loose) is right for a server with several routes; hardening keeps it.
  { check: 'sysctl.rp_filter', keys: v4('rp_filter'), value: '1', accepted: ['1', '2'] },
  {
    check: 'sysctl.accept_redirects',
    keys: [...v4('accept_redirects'), ...v6('accept_redirects')],
    value: '0',
    accepted: ['0'],
  },
  { check: 'sysctl.send_redirects', keys: v4('send_redirects'), value: '0', accepted: ['0'] },
  {
    check: 'sysctl.accept_source_route',
    keys: [...v4('accept_source_route'), ...v6('accept_source_route')],
    value: '0',
    accepted: ['0', '-1'],
  },
  { check: 'sysctl.tcp_syncookies', keys: ['net.ipv4.tcp_syncookies'], value: '1', accepted: ['1', '2'] },
  { check: 'sysctl.log_martians', keys: v4('log_martians'), value: '1', accepted: ['1'] },
  { check: 'sysctl.protected_hardlinks', keys: ['fs.protected_hardlinks'], value: '1', accepted: ['1'] },
  { check: 'sysctl.protected_symlinks', keys: ['fs.protected_symlinks'], value: '1', accepted: ['1'] },
  { check: 'sysctl.protected_fifos', keys: ['fs.protected_fifos'], value: '2', accepted: ['2'] },
  { check: 'sysctl.protected_regular', keys: ['fs.protected_regular'], value: '2', accepted: ['2'] },
  { check: 'sysctl.suid_dumpable', keys: ['fs.suid_dumpable'], value: '0', accepted: ['0'] },
  { check: 'sysctl.kptr_restrict', keys: ['kernel.kptr_restrict'], value: '2', accepted: ['2'] },
  { check: 'sysctl.dmesg_restrict', keys: ['kernel.dmesg_restrict'], value: '1', accepted: ['1'] },
  { check: 'sysctl.randomize_va_space', keys: ['kernel.randomize_va_space'], value: '2', accepted: ['2'] },
  { check: 'sysctl.ptrace_scope', keys: ['kernel.yama.ptrace_scope'], value: '1', accepted: ['1', '2', '3'] },
  {
    check: 'sysctl.unprivileged_bpf_disabled',
    keys: ['kernel.unprivileged_bpf_disabled'],
    value: '1',
    accepted: ['1', '2'],
  },
  { check: 'sysctl.bpf_jit_harden', keys: ['net.core.bpf_jit_harden'], value: '2', accepted: ['2'] },
]

export const sysctlChecks: readonly Check[] = [
  setting(
    'sysctl.rp_filter',
    'Packets with a forged source are dropped',
    'medium',
    'Asymmetric routing needs 2 (loose).',
  ),
  setting(
    'sysctl.accept_redirects',
    'ICMP redirects are ignored',
    'medium',
    'Networks that rely on redirects lose a route.',
  ),
  setting(
    'sysctl.send_redirects',
    'No ICMP redirects are sent',
    'low',
    'A server that works as a router no longer announces better routes.',
  ),
  setting('sysctl.accept_source_route', 'Source-routed packets are dropped', 'medium', 'Nothing on current networks.'),
  setting('sysctl.tcp_syncookies', 'SYN cookies protect against SYN floods', 'medium', 'None.'),
  setting(
    'sysctl.log_martians',
    'Packets with impossible addresses are logged',
    'low',
    'The journal grows on noisy networks.',
  ),
  setting(
    'sysctl.protected_hardlinks',
    'Hard links to other users’ files are blocked',
    'medium',
    'Nothing legitimate.',
  ),
  setting(
    'sysctl.protected_symlinks',
    'Other users’ symbolic links in shared directories aren’t followed',
    'medium',
    'Nothing legitimate.',
  ),
  setting(
    'sysctl.protected_fifos',
    'Other users’ FIFOs in shared directories aren’t opened',
    'low',
    'Programs that share FIFOs in /tmp between users fail.',
  ),
  setting(
    'sysctl.protected_regular',
    'Other users’ files in shared directories aren’t opened',
    'low',
    'Programs that share files in /tmp between users fail.',
  ),
  setting(
    'sysctl.suid_dumpable',
    'Privileged programs leave no core dump',
    'medium',
    'You can’t examine crashes of set-uid programs.',
  ),
  setting('sysctl.kptr_restrict', 'Kernel addresses are hidden', 'low', 'Kernel profilers show no symbols.'),
  setting('sysctl.dmesg_restrict', 'Only root can read the kernel log', 'low', 'dmesg needs sudo.'),
  setting('sysctl.randomize_va_space', 'Memory layout is random', 'high', 'Nothing legitimate.'),
  setting(
    'sysctl.ptrace_scope',
    'Processes can’t read each other’s memory',
    'medium',
    'Debuggers attach only to their children, or with sudo.',
  ),
  setting(
    'sysctl.unprivileged_bpf_disabled',
    'Only root can load BPF programs',
    'medium',
    'Unprivileged BPF programs fail to load.',
  ),
  setting('sysctl.bpf_jit_harden', 'Compiled BPF is hardened', 'low', 'BPF programs run slightly slower.'),
  {
    id: 'sysctl.ip_forward',
    group: 'sysctl',
    title: 'Forwarding is on, as Docker needs it',
    severity: 'info',
    wanted: 'net.ipv4.ip_forward = 1',
    class: 'report',
    fixable: false,
    risk: 'With 0, which several baselines require, containers lose their network.',
    remedy: 'Remove net.ipv4.ip_forward = 0 from the files named in the evidence.',
  },
]

function setting(id: string, title: string, severity: Severity, risk: string): Check {
  const row = sysctlSettings.find(({ check }) => check === id)
  const wanted = row?.keys.map((key) => `${key} = ${row.accepted.join(' or ')}`).join(', ') ?? ''
  const remedy = 'Harden the server, or set it in a file in /etc/sysctl.d and run sysctl --system.'
  return { id, group: 'sysctl', title, severity, wanted, class: 'safe', fixable: true, risk, remedy }
}
