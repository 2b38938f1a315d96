/** Servers with an unusual configuration before the run starts. */
import type { SabotageCase } from './case.ts'
import { installShim, writeFile } from './seeded-shims.ts'

const dropIn = (name: string, text: string): Pick<SabotageCase, 'sabotage'> => ({
  sabotage: ({ target }) => writeFile(target, `/etc/ssh/sshd_config.d/${name}`, text),
})
const refused = { ends: ['failed'], codes: ['login_would_be_refused'] } as const

/** Pending changes that aren't loaded yet: a reload by Longshore would apply them. */
export const pendingCases: SabotageCase[] = [
  { name: 'pending AllowUsers nobody', ...dropIn('20-x.conf', 'AllowUsers nobody\n'), ...refused },
  { name: 'pending DenyUsers of us', user: 'deploy', ...dropIn('20-x.conf', 'DenyUsers dep*\n'), ...refused },
  { name: 'pending AllowGroups of others', ...dropIn('20-x.conf', 'AllowGroups nogroup\n'), ...refused },
  { name: 'pending PubkeyAuthentication no', ...dropIn('20-x.conf', 'PubkeyAuthentication no\n'), ...refused },
  { name: 'pending AuthenticationMethods password', ...dropIn('20-x.conf', 'PasswordAuthentication yes\nAuthenticationMethods password\n'), ends: ['failed'], codes: ['login_would_be_refused', 'sshd_config_invalid'] },
  { name: 'pending PermitRootLogin no', ...dropIn('05-x.conf', 'PermitRootLogin no\n'), ...refused },
  { name: 'pending AllowUsers in a Match block', user: 'deploy', ...dropIn('20-x.conf', 'Match User deploy\n  AllowUsers nobody\n'), ...refused },
  { name: 'pending other port', ...dropIn('20-x.conf', 'Port 2222\n'), ends: ['failed'], codes: ['ssh_port_differs'] },
  { name: 'pending nonsense', ...dropIn('20-x.conf', 'NoSuchThing yes\n'), ends: ['failed'], codes: ['sshd_config_invalid'] },
] // biome-ignore format: a table

/** Existing configuration that conflicts with Longshore's. */
export const precedenceCases: SabotageCase[] = [
  {
    name: 'no Include in sshd_config',
    user: 'deploy',
    sabotage: ({ target }) => writeFile(target, '/etc/ssh/sshd_config', 'UsePAM yes\nX11Forwarding yes\nPermitRootLogin yes\n'),
    ends: ['confirmed'],
  },
  {
    name: 'a value above the Include',
    sabotage: ({ target }) =>
      writeFile(target, '/etc/ssh/sshd_config', 'X11Forwarding yes\nInclude /etc/ssh/sshd_config.d/*.conf\nUsePAM yes\n'),
    ends: ['confirmed'],
  },
  { name: 'a drop-in that sorts first', ...dropIn('00-aaa.conf', 'X11Forwarding yes\nMaxAuthTries 9\n'), ends: ['confirmed'] },
  { name: 'a drop-in that sorts last', ...dropIn('99-zzz.conf', 'X11Forwarding yes\nMaxAuthTries 9\n'), ends: ['confirmed'] },
  {
    name: 'a Match block that takes a setting back',
    ...dropIn('50-x.conf', 'Match User deploy\n  X11Forwarding yes\n'),
    ends: ['rolled_back'],
    codes: ['setting_overridden'],
  },
  {
    name: 'Match all that takes a setting back',
    user: 'deploy',
    ...dropIn('50-x.conf', 'Match all\n  MaxAuthTries 9\n'),
    ends: ['rolled_back'],
    codes: ['setting_overridden'],
  },
] // biome-ignore format: a table

/** Nothing may be changed. */
export const refusalCases: SabotageCase[] = [
  {
    name: 'packages are being installed',
    sabotage: async ({ target }) => {
      const text =
        'import fcntl,time\nf=open("/var/lib/dpkg/lock-frontend","w")\nfcntl.lockf(f,fcntl.LOCK_EX)\ntime.sleep(600)\n'
      await writeFile(target, '/root/hold.py', text)
      await target.mustExec(['systemd-run', '--unit=hold', 'python3', '/root/hold.py'])
    },
    ends: ['failed'],
    codes: ['package_manager_busy'],
  },
  {
    name: 'too little space',
    sabotage: async ({ target }) => {
      await target.mustExec(['mkdir', '-p', '/var/lib/longshore'])
      await target.mustExec(['mount', '-t', 'tmpfs', '-o', 'size=30m', 'tmpfs', '/var/lib/longshore'])
    },
    ends: ['failed'],
    codes: ['disk_space_low'],
  },
  {
    name: 'the disk runs full during the snapshot',
    user: 'deploy',
    sabotage: async ({ target }) => {
      await target.mustExec(['mkdir', '-p', '/var/lib/longshore'])
      await target.mustExec(['mount', '-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', '/var/lib/longshore'])
      const text = '/usr/bin/dd if=/dev/zero of=/var/lib/longshore/full bs=1M 2>/dev/null'
      await installShim(target, 'dd', { pattern: '*of=ballast*', text })
    },
    ends: ['failed'],
    codes: ['snapshot_failed'],
  },
  {
    name: 'systemd-run fails',
    sabotage: ({ target }) =>
      installShim(target, 'systemd-run', { pattern: '*longshore*', text: 'exit 1', instead: true, every: true }),
    ends: ['failed'],
    codes: ['timer_failed'],
  },
  {
    name: 'systemd-run lies',
    user: 'deploy',
    sabotage: ({ target }) =>
      installShim(target, 'systemd-run', { pattern: '*longshore*', text: 'exit 0', instead: true, every: true }),
    ends: ['failed'],
    codes: ['timer_failed'],
  },
  {
    name: 'somebody has nothing but a password',
    checks: ['ssh.password_authentication'],
    sabotage: async ({ target }) => {
      await target.mustExec(['useradd', '-m', '-s', '/bin/bash', 'anna'])
      await target.mustExec(['chpasswd'], { stdin: 'anna:tangerine-rocket-umbrella\n' })
      await writeFile(target, '/etc/ssh/sshd_config.d/05-x.conf', 'PasswordAuthentication yes\n')
    },
    ends: ['failed'],
    codes: ['password_only_users'],
  },
  {
    name: 'daemon.json is not JSON',
    sabotage: ({ target }) => writeFile(target, '/etc/docker/daemon.json', '{ "log-driver": \n'),
    ends: ['confirmed'],
  },
]
