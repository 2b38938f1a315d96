/** Faults on the server while the changes are made. */
import { quickChecks, type SabotageCase } from './case.ts'
import { installShim, writeFile } from './seeded-shims.ts'

const reload = '*reload?ssh.service*'
const withFail2ban = [...quickChecks, 'fail2ban.sshd_jail', 'fail2ban.ignores_us']

/** At the moment between the last check of the configuration and the reload. */
const beforeReload = (text: string): Pick<SabotageCase, 'sabotage' | 'mayDiffer'> => ({
  sabotage: ({ target }) => installShim(target, 'systemctl', { pattern: reload, text }),
})
const drop = (text: string) => `printf '${text}\\n' >/etc/ssh/sshd_config.d/05-x.conf`

export const sshCases: SabotageCase[] = [
  { name: 'AllowUsers nobody before the reload', ...beforeReload(drop('AllowUsers nobody')), ends: ['rolled_back'] },
  { name: 'DenyGroups of us before the reload', user: 'deploy', ...beforeReload(drop('DenyGroups deploy')), ends: ['rolled_back'] },
  { name: 'another port before the reload', ...beforeReload(drop('Port 2222')), ends: ['rolled_back'] },
  { name: 'only loopback before the reload', user: 'deploy', ...beforeReload(drop('ListenAddress 127.0.0.1')), ends: ['rolled_back'] },
  { name: 'no common key exchange before the reload', ...beforeReload(drop('KexAlgorithms diffie-hellman-group1-sha1')), ends: ['rolled_back', 'confirmed'] },
  { name: 'nonsense before the reload', ...beforeReload(drop('NoSuchThing yes')), ends: ['rolled_back'] },
  {
    name: 'AllowUsers nobody after the snapshot',
    sabotage: ({ target }) => installShim(target, 'systemd-run', { pattern: '*longshore*', text: drop('AllowUsers nobody') }),
    ends: ['rolled_back'],
    codes: ['login_would_be_refused'],
  },
  {
    name: 'sshd -t lies about a configuration that kills the listener',
    sabotage: async ({ target }) => {
      await target.mustExec(['mv', '/usr/sbin/sshd', '/usr/sbin/sshd.real'])
      const shim = '#!/bin/sh\n[ "$1" != -t ] || exit 0\nexec -a /usr/sbin/sshd /usr/sbin/sshd.real "$@"\n'
      await writeFile(target, '/usr/sbin/sshd', shim.replace('#!/bin/sh', '#!/bin/bash'), '0755')
      await installShim(target, 'systemctl', { pattern: reload, text: drop('NoSuchThing yes') })
    },
    ends: ['rolled_back'],
  },
  { name: 'AllowUsers nobody before the reload, sockets', layout: 'socket', ...beforeReload(drop('AllowUsers nobody')), ends: ['rolled_back'] },
] // biome-ignore format: a table

export const firewallCases: SabotageCase[] = [
  {
    name: 'ufw loses the rule for SSH',
    sabotage: ({ target }) => installShim(target, 'ufw', { pattern: '*port?22*', text: 'exit 0', instead: true, every: true }),
    ends: ['rolled_back'],
  },
  {
    name: 'an old rule denies SSH',
    user: 'deploy',
    sabotage: async ({ target }) => {
      await target.mustExec(['ufw', 'deny', '22/tcp'])
      await target.mustExec(['ufw', 'allow', '22'])
    },
    ends: ['rolled_back'],
  },
  {
    name: 'ufw hangs',
    sabotage: ({ target }) => installShim(target, 'ufw', { pattern: '*--force?enable*', text: 'sleep 300' }),
    ends: ['rolled_back'],
  },
  {
    name: 'ufw fails',
    user: 'deploy',
    sabotage: ({ target }) => installShim(target, 'ufw', { pattern: '*--force?enable*', text: 'exit 1', instead: true }),
    ends: ['rolled_back'],
    codes: ['change_failed'],
  },
  {
    name: 'another firewall is in charge',
    sabotage: async ({ target }) => {
      await writeFile(target, '/etc/systemd/system/nftables.service', '[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/true\n')
      await target.mustExec(['systemctl', 'start', 'nftables.service'])
    },
    ends: ['confirmed'],
  },
] // biome-ignore format: a table

export const serviceCases: SabotageCase[] = [
  {
    name: 'fail2ban bans us',
    checks: withFail2ban,
    sabotage: ({ target }) =>
      installShim(target, 'sysctl', {
        pattern: '*99-zz-longshore*',
        text: 'for n in 1 2 3 4 5 6 7 8 9 10; do fail2ban-client ping && break; sleep 0.5; done; fail2ban-client set sshd banip 172.17.0.1',
      }),
    ends: ['rolled_back'],
  },
  {
    name: 'fail2ban does not start',
    user: 'deploy',
    checks: withFail2ban,
    sabotage: ({ target }) => writeFile(target, '/etc/fail2ban/jail.local', '[sshd]\nfilter = no-such-filter\n'),
    ends: ['rolled_back'],
    codes: ['change_failed', 'window_elapsed'],
  },
  {
    name: 'Docker stops',
    sabotage: ({ target }) =>
      installShim(target, 'systemctl', { pattern: '*reload?docker*', text: '/usr/bin/systemctl stop docker.socket docker.service', instead: true }),
    ends: ['rolled_back'],
    codes: ['docker_failed'],
  },
  {
    name: 'the disk runs full during the changes',
    user: 'deploy',
    sabotage: async ({ target }) => {
      await target.mustExec(['mount', '-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', '/etc/security/limits.d'])
      const text = '/usr/bin/dd if=/dev/zero of=/etc/security/limits.d/full bs=4k 2>/dev/null'
      await installShim(target, 'ufw', { pattern: '*--force?enable*', text })
    },
    ends: ['rolled_back'],
    codes: ['change_failed'],
    mayDiffer: /^security\/limits\.d(\/|$)/,
  },
  {
    name: 'sudo breaks while changes are made',
    user: 'deploy',
    sabotage: ({ target }) =>
      installShim(target, 'ufw', { pattern: '*--force?enable*', text: 'rm -f /etc/sudoers.d/*deploy* /etc/sudoers.d/*fixture*; sed -i "/NOPASSWD/d" /etc/sudoers /etc/sudoers.d/*' }),
    ends: ['rolled_back'],
    mayDiffer: /^sudoers/,
  },
  {
    name: 'sudoers becomes nonsense before the proof',
    user: 'deploy',
    sabotage: ({ target }) =>
      installShim(target, 'systemctl', { pattern: '*reload?docker*', text: 'echo "nonsense !!" >/etc/sudoers.d/zz-nonsense' }),
    ends: ['rolled_back', 'confirmed'],
    mayDiffer: /^sudoers/,
  },
  {
    name: 'authorized_keys disappears',
    sabotage: ({ target }) => installShim(target, 'ufw', { pattern: '*--force?enable*', text: 'rm -f /root/.ssh/authorized_keys' }),
    ends: ['rolled_back'],
  },
  {
    name: 'the home directory becomes writable for all',
    user: 'deploy',
    sabotage: ({ target }) => installShim(target, 'ufw', { pattern: '*--force?enable*', text: 'chmod 0777 /home/deploy /home/deploy/.ssh' }),
    ends: ['rolled_back'],
  },
  {
    name: 'somebody stops the timer',
    sabotage: ({ target }) =>
      installShim(target, 'ufw', { pattern: '*--force?enable*', text: '/usr/bin/systemctl stop "longshore-harden-*.timer"' }),
    ends: ['confirmed', 'rolled_back'],
  },
] // biome-ignore format: a table
