import { describe, expect, it, test } from 'vitest'
import type { Evidence } from '../evidence/evidence.ts'
import { parseSshdConfig } from '../evidence/parse.ts'
import { paths } from '../evidence/paths.ts'
import { orderOf } from './change.ts'
import { planHardening } from './plan.ts'

const pinned = { pinnedKeyTypes: ['ssh-ed25519', 'ecdsa-sha2-nistp256'] }
const looseSshd = `port 22
permitrootlogin yes
passwordauthentication yes
kbdinteractiveauthentication yes
permitemptypasswords no
x11forwarding yes
allowagentforwarding yes
permituserenvironment no
permittunnel no
gatewayports no
hostbasedauthentication no
ignorerhosts yes
strictmodes yes
maxauthtries 6
logingracetime 120
maxstartups 10:30:100
clientaliveinterval 0
clientalivecountmax 3
loglevel INFO
usedns no
allowtcpforwarding yes
kexalgorithms curve25519-sha256,ecdh-sha2-nistp256
ciphers aes256-gcm@openssh.com
macs hmac-sha2-512-etm@openssh.com
hostkeyalgorithms ssh-ed25519,ecdsa-sha2-nistp256`

describe('a freshly installed server', () => {
  const plan = planHardening(evidence(), pinned)
  const find = (file: string) => plan.changes.find((change) => change.file === file)

  it('gets its changes in the order of the stages, the firewall after sshd', () => {
    const orders = plan.changes.map(orderOf)
    expect(orders).toEqual(orders.toSorted((a, b) => a - b))
    expect(plan.changes.findIndex((change) => change.file === paths.dropIn)).toBeLessThan(
      plan.changes.findIndex((change) => change.file === 'ufw'),
    )
  })

  it('gets a drop-in with the missing settings only', () => {
    const text = find(paths.dropIn)?.after ?? ''
    expect(text).toContain('PasswordAuthentication no\n')
    expect(text).toContain('MaxAuthTries 3\n')
    expect(text).not.toContain('StrictModes')
    expect(text).not.toContain('Ciphers')
    expect(text).not.toContain('AllowTcpForwarding')
  })

  it('keeps a pinned host key and drops NIST curves', () => {
    expect(find(paths.dropIn)?.after).toContain('HostKeyAlgorithms ssh-ed25519\n')
  })

  it('allows the real SSH port before it enables the firewall', () => {
    expect(find('ufw')?.action).toEqual({ kind: 'firewall', ports: [22, 80, 443] })
  })

  it('lists the listening ports that the firewall closes', () => {
    expect(find('ufw')?.risk).toContain('5432/tcp (postgres)')
  })

  it('never lets fail2ban ban our own address', () => {
    expect(find(paths.jail)?.after).toContain('ignoreip = 127.0.0.1/8 ::1 203.0.113.9\n')
  })

  it('adds a key to daemon.json and keeps the others', () => {
    expect(JSON.parse(find(paths.daemonJson)?.after ?? '')).toEqual({ dns: ['9.9.9.9'], 'live-restore': true, 'log-opts': { 'max-size': '10m', 'max-file': '3' } }) // biome-ignore format: one value
  })

  it('installs only missing packages', () => {
    expect(find('packages')?.after).toBe('unattended-upgrades\n')
  })
})

test('a plan never changes forwarding, which Docker needs', () => {
  const all = new Map(
    [
      'net.ipv4.ip_forward',
      'net.ipv4.conf.all.forwarding',
      'net.ipv4.conf.all.rp_filter',
      'kernel.modules_disabled',
    ].map((key) => [key, '0']),
  )
  const written = planHardening(evidence({ sysctl: all }), pinned).changes.map((change) => change.after)
  expect(written.join('\n')).toContain('net.ipv4.conf.all.rp_filter = 1')
  expect(written.join('\n')).not.toMatch(/^[^#\n]*(ip_forward|\.forwarding|modules_disabled)/m)
})

describe('connections of containers', () => {
  const egress = (files: Record<string, string>, include: string[] = []) =>
    planHardening(evidence({ files }), { ...pinned, include }).changes.filter(({ stage }) => stage === 'egress')

  it('are blocked to link-local addresses, except for DNS, each time Docker starts', () => {
    const [unit, dropIn, ...rest] = egress({})
    expect(rest).toEqual([])
    expect(unit).toMatchObject({ file: paths.egressUnit, before: '', checks: ['docker.link_local_egress'] })
    const rules = [...(unit?.after.matchAll(/ -A LONGSHORE-EGRESS (.*)$/gm) ?? [])].map(([, rule]) => rule)
    expect(rules).toEqual([
      '-p udp --dport 53 -j RETURN',
      '-p tcp --dport 53 -j RETURN',
      '-d 169.254.0.0/16 -j REJECT --reject-with icmp-admin-prohibited',
    ])
    expect(dropIn?.after).toContain('Wants=longshore-egress.service')
  })

  it('keep the choice of an earlier run, and need nothing when it is in place', () => {
    const [first, dropIn] = egress({})
    const files = { [paths.egressUnit]: first?.after ?? '', [paths.egressDropIn]: dropIn?.after ?? '' }
    expect(egress(files)).toEqual([])
    const [more, ...rest] = egress(files, ['docker.private_egress'])
    expect(rest).toEqual([])
    expect(more?.checks).toEqual(['docker.private_egress'])
    expect(more?.after).toContain('-d 169.254.0.0/16')
    expect(more?.after).toContain('-i br-+ ! -o br-+ -d 10.0.0.0/8')
  })

  it('are left alone where Docker does not run', () => {
    const plan = planHardening({ ...evidence(), units: new Map() }, pinned)
    expect(plan.changes.filter(({ stage }) => stage === 'egress')).toEqual([])
    expect(plan.skipped.map(({ check }) => check)).toContain('docker.link_local_egress')
  })
})

test('uses loose reverse path filtering with more than one route', () => {
  const sysctl = new Map([['net.ipv4.conf.all.rp_filter', '0']])
  const plan = planHardening(evidence({ sysctl, isMultiHomed: true }), pinned)
  expect(plan.changes.find((change) => change.file === paths.sysctl)?.after).toContain('rp_filter = 2')
})

test('keeps stricter settings', () => {
  const strict = looseSshd
    .replace('permitrootlogin yes', 'permitrootlogin no')
    .replace('maxauthtries 6', 'maxauthtries 2')
  const after = planHardening(evidence({ sshd: strict }), pinned).changes.find(
    (change) => change.file === paths.dropIn,
  )?.after
  expect(after).not.toMatch(/PermitRootLogin|MaxAuthTries/)
})

test('does not forbid root logins while we sign in as root', () => {
  const plan = planHardening(evidence(), { ...pinned, checks: ['ssh.no_root_login'] })
  expect(plan.changes).toEqual([])
  expect(plan.skipped[0]?.check).toBe('ssh.no_root_login')
})

test('keeps host key algorithms when no pinned key would be offered afterwards', () => {
  const plan = planHardening(evidence(), {
    pinnedKeyTypes: ['ecdsa-sha2-nistp256'],
    checks: ['ssh.host_key_algorithms'],
  })
  expect(plan.changes).toEqual([])
  expect(plan.skipped).toHaveLength(1)
})

test('plans only the requested checks', () => {
  const plan = planHardening(evidence(), { ...pinned, checks: ['ssh.x11_forwarding'] })
  expect(plan.changes.map((change) => change.file)).toEqual([paths.dropIn])
  expect(plan.changes[0]?.after).toMatch(/^#.*\nX11Forwarding no\n$/)
})

test('keeps settings of an earlier run in the drop-in', () => {
  const files = { [paths.dropIn]: '# Written\nX11Forwarding no\n' }
  const plan = planHardening(evidence({ files }), { ...pinned, checks: ['ssh.max_auth_tries'] })
  expect(plan.changes[0]?.after).toContain('MaxAuthTries 3\nX11Forwarding no\n')
})

test('ports alone do not enable a firewall', () => {
  const plan = planHardening(evidence(), { ...pinned, checks: ['firewall.required_ports'] })
  expect(plan.changes).toEqual([])
})

test('leaves another active firewall alone and reports it', () => {
  const plan = planHardening(evidence({ otherFirewall: 'firewalld.service' }), pinned)
  expect(plan.changes.filter((change) => change.stage === 'firewall')).toEqual([])
  expect(plan.skipped.map((each) => each.check)).toContain('firewall.default_deny_ipv4')
})

test('does not replace a daemon.json that is not JSON', () => {
  const plan = planHardening(evidence({ files: { [paths.daemonJson]: '{ nonsense' } }), pinned)
  expect(plan.changes.filter((change) => change.stage === 'docker')).toEqual([])
  expect(plan.skipped.map((each) => each.check)).toContain('docker.live_restore')
})

interface Differences {
  sshd?: string
  files?: Record<string, string>
  sysctl?: Map<string, string>
  isMultiHomed?: boolean
  otherFirewall?: string
}

function evidence(differs: Differences = {}): Evidence {
  const main = 'Include /etc/ssh/sshd_config.d/*.conf\nUsePAM yes\n'
  const files = new Map<string, string | null>(
    Object.entries({ [paths.sshdConfig]: main, [paths.daemonJson]: '{"dns":["9.9.9.9"]}', ...differs.files }),
  )
  const idle = { isLoaded: true, isEnabled: true, isActive: true }
  return {
    os: { id: 'debian', version: '12' },
    account: { name: 'root', uid: 0, groups: ['root'] },
    session: { clientAddress: '203.0.113.9', serverPort: 22 },
    isMultiHomed: differs.isMultiHomed === true,
    ssh: {
      effective: new Map([['root', parseSshdConfig(differs.sshd ?? looseSshd)]]),
      dropIns: [],
      hasDropInDirectory: true,
      known: new Map([
        ['KexAlgorithms', ['curve25519-sha256', 'ecdh-sha2-nistp256']],
        ['Ciphers', ['aes256-gcm@openssh.com']],
        ['MACs', ['hmac-sha2-512-etm@openssh.com']],
        ['HostKeyAlgorithms', ['ssh-ed25519', 'ecdsa-sha2-nistp256']],
      ]),
      rsaBits: 3072,
      weakModuli: 0,
      listensBy: 'service',
      ports: [22],
    },
    units: new Map(['docker.service', 'systemd-timesyncd.service', 'ufw.service'].map((unit) => [unit, idle])),
    packages: new Set(['ufw', 'fail2ban', 'python3-systemd']),
    firewall: {
      isInstalled: true,
      isActive: false,
      incoming: null,
      rules: [],
      other: differs.otherFirewall ?? null,
      listeners: [{ port: 5432, program: 'postgres' }],
    },
    fail2ban: { isInstalled: true, hasJail: true, backend: 'auto', banSeconds: 600, ignored: [] },
    sysctl: differs.sysctl ?? new Map(),
    apt: new Map(),
    docker: { isInstalled: true, daemonJson: files.get(paths.daemonJson) ?? null, isSwarm: false },
    modes: new Map(),
    files,
    people: [{ name: 'root', home: '/root', hasPassword: false, hasKeys: true }],
  }
}
