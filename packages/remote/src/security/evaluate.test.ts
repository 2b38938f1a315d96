import { describe, expect, test } from 'vitest'
import { catalog } from './catalog.ts'
import { evaluate } from './evaluate.ts'
import type { Evidence } from './evidence.ts'
import { probeNames } from './gather/probe-names.ts'
import { recordedEvidence, withContainers, withReading, withText } from './testing/recorded-evidence.ts'

const weak = recordedEvidence('debian-12')
const good = recordedEvidence('debian-12-hardened')

function statuses(evidence: Evidence): Record<string, string> {
  return Object.fromEntries(evaluate(evidence).map(({ id, status }) => [id, status]))
}

/** Returns the checks whose status differs from the fixed server, with their status. */
function turned(evidence: Evidence): Record<string, string> {
  const before = statuses(good)
  return Object.fromEntries(Object.entries(statuses(evidence)).filter(([id, status]) => before[id] !== status))
}

function option(line: string, to: string) {
  return withText(good, 'sshdOptions', (text) => text.replace(`${line}\n`, `${to}\n`))
}

test('evaluates every check of the catalog, once and in order', () => {
  expect(evaluate(weak).map(({ id }) => id)).toEqual(catalog.map(({ id }) => id))
})

test('a freshly installed server fails the checks that hardening fixes', () => {
  const failed = Object.entries(statuses(weak)).filter(([, status]) => status === 'fail')
  expect(failed.map(([id]) => id)).toMatchInlineSnapshot(`
    [
      "ssh.x11_forwarding",
      "ssh.allow_agent_forwarding",
      "ssh.max_auth_tries",
      "ssh.login_grace_time",
      "ssh.max_startups",
      "ssh.client_alive",
      "ssh.log_level",
      "ssh.allow_tcp_forwarding",
      "ssh.kex_algorithms",
      "ssh.macs",
      "ssh.host_key_algorithms",
      "ssh.dh_moduli",
      "ssh.config_file_modes",
      "ssh.port",
      "firewall.default_deny_ipv4",
      "firewall.enabled_at_boot",
      "fail2ban.sshd_jail",
      "fail2ban.backend",
      "fail2ban.ban_time",
      "fail2ban.ignores_us",
      "updates.unattended_security",
      "accounts.nopasswd_sudo",
      "sysctl.rp_filter",
      "sysctl.send_redirects",
      "sysctl.accept_source_route",
      "sysctl.log_martians",
      "docker.live_restore",
      "docker.no_new_privileges",
      "docker.userland_proxy",
      "docker.icc",
      "docker.link_local_egress",
      "docker.private_egress",
      "docker.userns_remap",
      "docker.runc_version",
      "system.cron_modes",
      "system.core_dumps",
    ]
  `)
})

test('the fixed server passes every safe check that applies', () => {
  const rest = evaluate(good).filter(({ status }) => status === 'fail' || status === 'unknown')
  const classes = new Map(catalog.map((check) => [check.id, check.class]))
  expect(rest.filter(({ id }) => classes.get(id) === 'safe')).toEqual([])
})

describe('connections of containers', () => {
  const rules = (change: (text: string) => string) => withText(good, 'iptables', change)
  const reject = '-A LONGSHORE-EGRESS -d 169.254.0.0/16 -j REJECT --reject-with icmp-admin-prohibited\n'

  test.each([
    ['without the rule', (text: string) => text.replace(reject, '')],
    ['without the jump', (text: string) => text.replace('-A DOCKER-USER -j LONGSHORE-EGRESS\n', '')],
    [
      'after everything is accepted',
      (text: string) => text.replace('-A DOCKER-USER -j', '-A DOCKER-USER -j ACCEPT\n$&'),
    ],
    ['for one network only', (text: string) => text.replace(' -d 169.254.0.0/16', ' -i br-1 -d 169.254.0.0/16')],
  ])('the metadata service is open %s', (_, change) => {
    expect(turned(rules(change))).toEqual({ 'docker.link_local_egress': 'fail' })
  })

  test('private networks are closed by rules for new connections that leave the bridge', () => {
    const added = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].flatMap((range) =>
      ['br-+', 'docker0'].map(
        (bridge) =>
          `-A LONGSHORE-EGRESS -d ${range} -i ${bridge} ! -o ${bridge} -m conntrack --ctstate NEW -j REJECT --reject-with icmp-admin-prohibited\n`,
      ),
    )
    const evidence = rules((text) => text.replace(reject, reject + added.join('')))
    expect(turned(evidence)).toEqual({ 'docker.private_egress': 'pass' })
    const fewer = rules((text) =>
      text.replace(reject, reject + added.filter((rule) => !rule.includes('10.0.0.0/8 -i docker0')).join('')),
    )
    expect(turned(fewer)).toEqual({})
  })
})

describe('SSH', () => {
  test.each([
    ['ssh.password_authentication', 'passwordauthentication no', 'passwordauthentication yes'],
    ['ssh.kbd_interactive_authentication', 'kbdinteractiveauthentication no', 'kbdinteractiveauthentication yes'],
    ['ssh.permit_root_login', 'permitrootlogin without-password', 'permitrootlogin yes'],
    ['ssh.max_auth_tries', 'maxauthtries 3', 'maxauthtries 30'],
    ['ssh.login_grace_time', 'logingracetime 30', 'logingracetime 0'],
    ['ssh.max_startups', 'maxstartups 10:30:60', 'maxstartups 10:30:100'],
    ['ssh.client_alive', 'clientaliveinterval 300', 'clientaliveinterval 0'],
    ['ssh.gateway_ports', 'gatewayports no', 'gatewayports clientspecified'],
    ['ssh.log_level', 'loglevel VERBOSE', 'loglevel QUIET'],
    ['ssh.max_sessions', 'maxsessions 100', 'maxsessions 2'],
  ])('%s changes, and nothing else', (id, from, to) => {
    expect(turned(option(from, to))).toEqual({ [id]: 'fail' })
  })

  test('an option that sshd does not print is unknown', () => {
    const evidence = withText(good, 'sshdOptions', (text) => text.replace('passwordauthentication no\n', ''))
    expect(turned(evidence)).toEqual({ 'ssh.password_authentication': 'unknown' })
  })

  test('OpenSSH before 8.7 calls it ChallengeResponseAuthentication', () => {
    const rename = (value: string) =>
      option('kbdinteractiveauthentication no', `challengeresponseauthentication ${value}`)
    expect(turned(rename('no'))).toEqual({})
    expect(turned(rename('yes'))).toEqual({ 'ssh.kbd_interactive_authentication': 'fail' })
  })

  test('a Match block that allows a password for one user fails the check for all', () => {
    const evidence = withText(
      good,
      'sshdFiles',
      (text) => `${text}==> /etc/ssh/sshd_config.d/60-sftp.conf <==\nMatch User bob\n  PasswordAuthentication yes\n`,
    )
    expect(turned(evidence)).toEqual({ 'ssh.password_authentication': 'fail' })
    const found = evaluate(evidence).find(({ id }) => id === 'ssh.password_authentication')
    expect(found?.evidence).toContain('60-sftp.conf: Match User bob')
  })

  test('a Match block that only tightens changes nothing', () => {
    const tight =
      '==> /etc/ssh/sshd_config.d/60-a.conf <==\nMatch Group sftp\nPasswordAuthentication=no\nMaxAuthTries 2\n'
    expect(turned(withText(good, 'sshdFiles', (text) => text + tight))).toEqual({})
  })

  test('included files that were not read make every option unknown', () => {
    const evidence = withText(good, 'sshdFiles', (text) =>
      text.replace('Include /etc/ssh/sshd_config.d/*.conf', 'Include /opt/ssh/*.conf'),
    )
    const changes = Object.values(turned(evidence))
    expect(changes.length).toBeGreaterThan(15)
    expect(new Set(changes)).toEqual(new Set(['unknown']))
  })

  test('without our address as the server sees it, no option passes', () => {
    const options = evaluate({ ...good, connection: undefined }).filter(({ id }) => id.startsWith('ssh.p'))
    expect(options.filter(({ status }) => status === 'pass')).toEqual([])
  })

  test('names weak algorithms', () => {
    const results = new Map(evaluate(weak).map((result) => [result.id, result]))
    expect(results.get('ssh.macs')?.evidence).toContain('hmac-sha1')
    expect(results.get('ssh.kex_algorithms')?.evidence).toContain('ecdh-sha2-nistp256')
    expect(results.get('ssh.host_key_algorithms')?.evidence).toContain('ecdsa-sha2-nistp256')
  })

  test('a weak host key algorithm counts only if there is such a key', () => {
    const evidence = option(
      'hostkeyalgorithms ssh-ed25519,rsa-sha2-512,rsa-sha2-256',
      'hostkeyalgorithms ssh-ed25519,ecdsa-sha2-nistp384',
    )
    expect(turned(evidence)).toEqual({})
  })

  test('distinguishes a systemd socket from a service', () => {
    const evidence = withText(good, 'services', (text) =>
      text
        .replace(
          'Id=ssh.service\nLoadState=loaded\nActiveState=active',
          'Id=ssh.service\nLoadState=loaded\nActiveState=inactive',
        )
        .replace(
          'Id=ssh.socket\nLoadState=loaded\nActiveState=inactive',
          'Id=ssh.socket\nLoadState=loaded\nActiveState=active',
        ),
    )
    expect(turned(evidence)).toEqual({})
  })
})

describe('files', () => {
  test.each([
    ['ssh.host_key_file_modes', '/etc/ssh/ssh_host_rsa_key\tf\t600', '/etc/ssh/ssh_host_rsa_key\tf\t640'],
    ['ssh.config_file_modes', '/etc/ssh/sshd_config\tf\t600', '/etc/ssh/sshd_config\tf\t646'],
    ['accounts.shadow_mode', '/etc/shadow\tf\t640', '/etc/shadow\tf\t644'],
    ['docker.daemon_config_mode', '/etc/docker/daemon.json\tf\t644', '/etc/docker/daemon.json\tf\t666'],
    ['docker.socket_mode', '/run/docker.sock\ts\t660', '/run/docker.sock\ts\t666'],
    ['system.cron_modes', '/etc/cron.d\td\t700', '/etc/cron.d\td\t777'],
  ])('%s changes, and nothing else', (id, from, to) => {
    expect(turned(withText(good, 'files', (text) => text.replace(from, to)))).toEqual({ [id]: 'fail' })
  })

  test('a file that the server does not mention is unknown, not missing', () => {
    const reading = good.readings.get('files')
    if (reading?.state !== 'read') throw new Error('not recorded')
    const silent = withReading(good, 'files', { ...reading, errors: '' })
    expect(turned(silent)).toMatchObject({ 'updates.reboot_required': 'unknown', 'system.cron_modes': 'unknown' })
  })

  test('an authorized_keys file that others can write fails', () => {
    const evidence = withText(good, 'loginFiles', (text) =>
      text.replace('authorized_keys\tf\t600', 'authorized_keys\tf\t622'),
    )
    expect(turned(evidence)).toEqual({ 'ssh.authorized_keys_modes': 'fail' })
  })
})

describe('accounts', () => {
  test.each([
    ['accounts.empty_passwords', 'shadow', 'daemon:set', 'daemon:empty'],
    ['accounts.uid_zero', 'accounts', '/etc/passwd:daemon:1', '/etc/passwd:daemon:0'],
    ['accounts.legacy_entries', 'accounts', '/etc/group:root:0', '/etc/group:root:0\n/etc/group:+:'],
    ['accounts.nopasswd_sudo', 'sudoers', 'deploy ALL', '%sudo ALL'],
  ] as const)('%s', (id, probe, from, to) => {
    const evidence = withText(good, probe, (text) => text.replace(from, to))
    expect(statuses(evidence)[id]).toBe('fail')
  })

  test('the evidence never contains a hash: the server sends only whether a password is set', () => {
    const reading = good.readings.get('shadow')
    expect(
      reading?.state === 'read' && reading.text.split('\n').every((line) => /^$|^[^:]+:(set|empty)$/.test(line)),
    ).toBe(true)
  })
})

describe('sysctl', () => {
  const value = (path: string, to: string) =>
    withText(good, 'sysctlValues', (text) => text.replace(new RegExp(`(==> ${path} <==\n)-?\\d+`), `$1${to}`))

  test('the value in the kernel counts', () => {
    expect(turned(value('/proc/sys/net/ipv4/tcp_syncookies', '0'))).toEqual({ 'sysctl.tcp_syncookies': 'fail' })
    expect(turned(value('/proc/sys/net/ipv4/ip_forward', '0'))).toEqual({ 'sysctl.ip_forward': 'fail' })
  })

  test('a file that changes it at the next boot fails the check', () => {
    const evidence = withText(
      good,
      'sysctlFiles',
      (text) => `${text}==> /etc/sysctl.d/99-z.conf <==\nnet/ipv4/tcp_syncookies=0\n`,
    )
    expect(turned(evidence)).toEqual({ 'sysctl.tcp_syncookies': 'fail' })
  })

  test('the last file wins, and a name overrides a pattern', () => {
    const files = [
      '==> /etc/sysctl.d/99-b.conf <==\nnet.ipv4.conf.*.rp_filter = 0\n',
      '==> /usr/lib/sysctl.d/98-a.conf <==\nnet.ipv4.tcp_syncookies = 0\n',
      '==> /etc/sysctl.d/99-c.conf <==\nnet.ipv4.tcp_syncookies = 1\n',
    ]
    expect(turned(withText(good, 'sysctlFiles', (text) => text + files.join('')))).toEqual({})
  })

  test('a container has the kernel of its host; on a machine of its own it counts', () => {
    expect(statuses(good)['sysctl.kptr_restrict']).toBe('not_applicable')
    const machine = withReading(good, 'virtualization', { state: 'read', succeeded: false, text: 'none\n', errors: '' })
    expect(statuses(machine)['sysctl.kptr_restrict']).toBe('fail')
  })
})

describe('updates', () => {
  const upgrade =
    'Inst libssl3 [3.0.15-1] (3.0.16-1~deb12u1 Debian-Security:12/stable-security [amd64])\n1 upgraded, 0 newly installed, 0 to remove and 0 not upgraded.\n'

  test('a pending security update fails, any other one does not', () => {
    expect(turned(withText(good, 'aptUpgrades', () => upgrade))).toEqual({ 'updates.pending_security': 'fail' })
    const other = upgrade.replace('Debian-Security:12/stable-security', 'Debian:12.9/stable')
    expect(turned(withText(good, 'aptUpgrades', () => other))).toEqual({})
  })

  test('ignores old package lists', () => {
    const later = { ...good, takenAt: good.takenAt + 8 * 86_400_000 }
    expect(turned(later)).toEqual({ 'updates.pending_security': 'unknown' })
  })

  test('a pending restart fails', () => {
    const evidence = withText(good, 'files', (text) => `${text}/run/reboot-required\tf\t644\troot\troot\t1.0\n`)
    expect(turned(evidence)).toEqual({ 'updates.reboot_required': 'fail' })
  })
})

describe('Docker', () => {
  const container = (name: string, parts: { host?: object; ports?: object; mounts?: object[]; labels?: object }) => ({
    Name: `/${name}`,
    Config: { Labels: parts.labels ?? {} },
    HostConfig: { Memory: 1, PidsLimit: 100, NetworkMode: 'bridge', ...parts.host },
    Mounts: parts.mounts ?? [],
    NetworkSettings: { Ports: parts.ports ?? {} },
  })
  const bind = (address: string, port: string) => ({ '80/tcp': [{ HostIp: address, HostPort: port }] })

  test.each(['0.0.0.0', '::', '192.0.2.4', ''])('a port on "%s" bypasses the firewall', (address) => {
    const evidence = withContainers(good, [container('db', { ports: bind(address, '5432') })])
    expect(turned(evidence)).toEqual({ 'firewall.docker_published_ports': 'fail' })
  })

  test.each(['longshore-proxy', 'longshore-proxy-0123456789abcdef-1'])(
    'loopback and our own %s are fine, another container with its name is not',
    (name) => {
      const ours = container(name, {
        ports: bind('0.0.0.0', '443'),
        host: { NetworkMode: 'host' },
        labels: { 'longshore.instance': 'x' },
      })
      expect(turned(withContainers(good, [container('web', { ports: bind('127.0.0.1', '80') }), ours]))).toEqual({})
      const fake = container(name, { ports: bind('0.0.0.0', '443') })
      expect(turned(withContainers(good, [fake]))).toEqual({ 'firewall.docker_published_ports': 'fail' })
    },
  )

  test.each([
    ['docker.privileged_containers', { host: { Privileged: true } }],
    ['docker.socket_mounts', { mounts: [{ Source: '/var/run/docker.sock' }] }],
    ['docker.socket_mounts', { mounts: [{ Source: '/' }] }],
    ['docker.host_namespaces', { host: { PidMode: 'host' } }],
    ['docker.container_limits', { host: { Memory: 0 } }],
  ])('%s', (id, parts) => {
    expect(turned(withContainers(good, [container('x', parts)]))).toEqual({ [id]: 'fail' })
  })

  test('a listener on the network fails, from the configuration or from the socket', () => {
    const configured = withText(good, 'daemonConfiguration', (text) =>
      text.replace('{', '{"hosts":["tcp://0.0.0.0:2375"],'),
    )
    expect(turned(configured)).toEqual({ 'docker.tcp_listener': 'fail' })
    const line = 'LISTEN 0 4096 *:2375 *:* users:(("dockerd",pid=1,fd=3))\n'
    expect(turned(withText(good, 'listeners', (text) => text + line))).toEqual({ 'docker.tcp_listener': 'fail' })
  })

  test('an unreachable Engine is unknown where Docker is installed, and does not apply where it is not', () => {
    const unread: Evidence = { ...good, engine: { state: 'unread', reason: 'no' } }
    expect(statuses(unread)['docker.live_restore']).toBe('unknown')
    const files = withText(unread, 'files', (text) => text.replace(/\/run\/docker\.sock.*\n/, ''))
    const reading = files.readings.get('files')
    if (reading?.state !== 'read') throw new Error('not recorded')
    const errors = `${reading.errors}find: '/run/docker.sock': No such file or directory\n`
    const absent = withText(withReading(files, 'files', { ...reading, errors }), 'services', (text) =>
      text.replace('Id=docker.service\nLoadState=loaded', 'Id=docker.service\nLoadState=not-found'),
    )
    expect(statuses(absent)['docker.live_restore']).toBe('not_applicable')
  })
})

test('without root, nothing that needs root passes', () => {
  const needsRoot = { state: 'unread', reason: 'root is needed' } as const
  const names = ['sshdOptions', 'sshdFiles', 'files', 'iptables', 'ip6tables', 'nftables', 'shadow', 'sudoers'] as const
  const blind = names.reduce((evidence, name) => withReading(evidence, name, needsRoot), good)
  const known = evaluate(blind).filter(
    ({ id, status }) => status === 'pass' && /^(ssh\.(?!auth|port)|firewall\.(?!docker)|accounts\.(?!uid))/.test(id),
  )
  expect(known).toEqual([])
})

test('a server that returns nothing passes nothing', () => {
  const unread = { state: 'unread', reason: 'nothing came' } as const
  const empty = { state: 'read', succeeded: true, text: '', errors: '' } as const
  for (const reading of [unread, empty]) {
    const evidence: Evidence = {
      ...good,
      connection: undefined,
      readings: new Map(probeNames.map((name) => [name, reading])),
      engine: { state: 'unread', reason: 'no' },
    }
    expect(evaluate(evidence).filter(({ status }) => status === 'pass')).toEqual([])
  }
})
