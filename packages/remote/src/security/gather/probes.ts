/** Everything that a scan runs on a server. All of it is read-only; the suite verifies that the state is unchanged. */
import { isIP } from 'node:net'
import { sysctlSettings } from '../catalog/sysctl.ts'
import { type Probe, wrapProgram, wrapSearch } from './probe.ts'
import type { ProbeName } from './probe-names.ts'

export interface ProbeContext {
  username: string
  connection: { clientAddress: string; serverAddress: string; serverPort: number } | undefined
  marker: string
}

const units = [
  'ssh.service',
  'ssh.socket',
  'sshd.service',
  'docker.service',
  'fail2ban.service',
  'ufw.service',
  'nftables.service',
  'firewalld.service',
  'netfilter-persistent.service',
  'unattended-upgrades.service',
  'apt-daily-upgrade.timer',
  'systemd-timesyncd.service',
  'chrony.service',
  'chronyd.service',
  'ntpsec.service',
  'ntp.service',
  'ntpd.service',
  'openntpd.service',
  'auditd.service',
] as const

/** Columns: path, type, mode, owner, group, modification time in seconds. */
const describeFile = ['-printf', '%p\\t%y\\t%m\\t%u\\t%g\\t%T@\\n']

export const inspectedFiles = {
  shadow: ['/etc/shadow', '/etc/gshadow'],
  cron: ['/etc/crontab', '/etc/cron.d', '/etc/cron.hourly', '/etc/cron.daily', '/etc/cron.weekly', '/etc/cron.monthly'],
  reboot: '/run/reboot-required',
  aptLists: ['/var/lib/apt/lists', '/var/lib/apt/lists/partial', '/var/lib/apt/periodic/update-success-stamp'],
  daemonConfiguration: '/etc/docker/daemon.json',
  dockerSocket: '/run/docker.sock',
} as const

/** Prints names only: the password field stays on the server. */
const passwordStates = '{ print $1 ":" ($2 == "" ? "empty" : "set") }'
const moduliSizes = '/^[^#]/ { all += 1; if ($5 < 3071) small += 1 } END { print all + 0, small + 0 }'
const codeLines = 'FNR == 1 { print "==> " FILENAME " <==" } /^[ \\t]*[^#; \\t]/ { print }'

// biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg fills it in
const packageLine = '${Package} ${db:Status-Status}\\n'

export function buildProbes(context: ProbeContext): Record<ProbeName, Probe> {
  return { ...buildLoginProbes(context), ...buildNetworkProbes(context), ...buildSystemProbes(context) }
}

function buildLoginProbes(context: ProbeContext) {
  const { program, search, root, lines } = builders(context.marker)
  const printKeys = ['-name', '*_key.pub', '-exec', 'tail', '-v', '-n', '+1', '{}', ';']
  return {
    sshdOptions: root(program('/usr/sbin/sshd', '-T', ...connectionArgs(context))),
    sshdFiles: root(lines(['/etc/ssh/sshd_config', '/etc/ssh/sshd_config.d'], '-type', 'f')),
    sshPublicKeys: search(['/etc/ssh'], printKeys, 1),
    dhModuli: program('awk', moduliSizes, '/etc/ssh/moduli'),
    files: root(
      search(
        [
          ...['/etc/ssh', '/etc/ssh/sshd_config.d', ...inspectedFiles.shadow, ...inspectedFiles.cron],
          ...[inspectedFiles.reboot, ...inspectedFiles.aptLists],
          ...[inspectedFiles.daemonConfiguration, inspectedFiles.dockerSocket],
        ],
        describeFile,
        1,
      ),
    ),
    loginFiles: search(['.', './.ssh', './.ssh/authorized_keys', './.ssh/authorized_keys2'], describeFile, 0),
    accounts: program('awk', '-F:', '{ print FILENAME ":" $1 ":" $3 }', '/etc/passwd', '/etc/group'),
    shadow: root(program('awk', '-F:', passwordStates, '/etc/shadow')),
    sudoers: root(lines(['/etc/sudoers', '/etc/sudoers.d'], '-type', 'f')),
  }
}

function buildNetworkProbes({ marker }: ProbeContext) {
  const { program, root, show } = builders(marker)
  return {
    iptables: root(program('iptables-save', '-t', 'filter')),
    ip6tables: root(program('ip6tables-save', '-t', 'filter')),
    nftables: root(program('nft', '-j', 'list', 'ruleset')),
    networkState: show('/proc/net/route', '/proc/net/if_inet6', '/etc/ufw/ufw.conf'),
    fail2banStatus: root(program('fail2ban-client', 'status', 'sshd')),
    fail2banBanTime: root(program('fail2ban-client', 'get', 'sshd', 'bantime')),
    fail2banIgnored: root(program('fail2ban-client', 'get', 'sshd', 'ignoreip')),
    listeners: root(program('ss', '-Hltnp')),
  }
}

function buildSystemProbes({ marker }: ProbeContext) {
  const { program, root, show, lines } = builders(marker)
  const withoutCache = ['-o', 'Dir::Cache::pkgcache=', '-o', 'Dir::Cache::srcpkgcache=', '-o', 'Debug::NoLocking=true']
  const sysctlFolders = ['/usr/lib/sysctl.d', '/usr/local/lib/sysctl.d', '/run/sysctl.d', '/etc/sysctl.d']
  return {
    services: program(
      'systemctl',
      'show',
      '--no-pager',
      '-p',
      'Id,LoadState,ActiveState,UnitFileState,Listen',
      ...units,
    ),
    virtualization: program('systemd-detect-virt', '--container'),
    aptConfiguration: program('apt-config', 'dump'),
    // Without a cache file, nothing is written, not even by root.
    aptUpgrades: program('apt-get', '-s', ...withoutCache, '--with-new-pkgs', 'upgrade'),
    packages: program('dpkg-query', '-W', '-f', packageLine),
    sysctlValues: root(show(...sysctlPaths())),
    sysctlFiles: lines([...sysctlFolders, '/etc/sysctl.conf'], '-name', '*.conf', '-type', 'f'),
    daemonConfiguration: show(inspectedFiles.daemonConfiguration),
    limits: lines(['/etc/security/limits.conf', '/etc/security/limits.d'], '-name', '*.conf', '-type', 'f'),
    memory: show('/proc/meminfo', '/proc/sys/kernel/osrelease', '/etc/os-release'),
    disks: program('df', '-P', '-B1', '/', '/var/lib/docker'),
    mandatoryAccess: root(
      show(
        '/sys/module/apparmor/parameters/enabled',
        '/sys/kernel/security/apparmor/profiles',
        '/sys/fs/selinux/enforce',
      ),
    ),
    auditRules: root(program('auditctl', '-l')),
  }
}

function builders(marker: string) {
  const program = (first: string, ...args: string[]): Probe => ({
    argv: wrapProgram([first, ...args], marker),
    asRoot: false,
  })
  const search = (paths: readonly string[], action: readonly string[], depth: number): Probe => ({
    argv: wrapSearch(paths, action, { marker, depth }),
    asRoot: false,
  })
  return {
    program,
    search,
    root: (probe: Probe): Probe => ({ ...probe, asRoot: true }),
    /** Prints whole files, each after a line with its name. */
    show: (...paths: string[]) => program('tail', '-v', '-n', '+1', '--', ...paths),
    /** Prints lines that aren't comments, each file after a line with its name. */
    lines: (paths: readonly string[], ...which: string[]) =>
      search(paths, [...which, '-exec', 'awk', codeLines, '{}', ';'], 1),
  }
}

/** Without the connection, sshd would ignore `Match` blocks. */
function connectionArgs({ username, connection }: ProbeContext): string[] {
  if (connection === undefined || isIP(connection.clientAddress) === 0) return []
  const { clientAddress, serverAddress, serverPort } = connection
  const criteria = [`user=${username}`, `host=${clientAddress}`, `addr=${clientAddress}`]
  if (isIP(serverAddress) !== 0) criteria.push(`laddr=${serverAddress}`, `lport=${serverPort}`)
  return ['-C', criteria.join(',')]
}

function sysctlPaths(): string[] {
  const keys = [...sysctlSettings.flatMap(({ keys }) => keys), 'net.ipv4.ip_forward']
  return keys.map((key) => `/proc/sys/${key.replaceAll('.', '/')}`)
}
