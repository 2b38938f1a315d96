/** Each thing that an operator can allow, with what must stay refused although it is allowed. */
import type { Allowances, Grants } from '../../runtime/container-spec.ts'
import { noAllowances } from '../allowances.ts'

export interface AllowedCase {
  readonly name: string
  readonly allowed: Allowances
  readonly grants: Grants
  /** Similar things that this allowance doesn't admit. */
  readonly beyond: readonly Grants[]
}

const mount = (source: string, path = '/x', readOnly = true): Grants => ({ hostMounts: [{ source, path, readOnly }] })

export const allowedCases: readonly AllowedCase[] = [
  {
    name: 'a path of the server, to read',
    allowed: { ...noAllowances, hostPaths: [{ path: '/srv/media', writable: false }] },
    grants: mount('/srv/media'),
    beyond: [
      mount('/srv/media', '/x', false), mount('/srv/media/films'), mount('/srv'), mount('/srv/media2'), mount('/srv/media/'),
      mount('/srv/media/../../etc'), mount('/srv/media', '/proc'), mount('/srv/media', '/data'), mount('/var/run/docker.sock'),
    ], // biome-ignore format: one list
  },
  {
    name: 'a path of the server, to write',
    allowed: { ...noAllowances, hostPaths: [{ path: '/srv/media', writable: true }] },
    grants: mount('/srv/media', '/x', false),
    beyond: [mount('/srv/media/films'), mount('/srv/other', '/x', false), mount('/')],
  },
  {
    name: 'the Docker socket',
    allowed: { ...noAllowances, dockerSocket: true },
    grants: mount('/var/run/docker.sock', '/var/run/docker.sock'),
    beyond: [
      mount('/run/docker.sock'),
      mount('/var/run'),
      mount('/var/run/containerd/containerd.sock'),
      mount('/srv/x'),
    ],
  },
  {
    name: 'a capability',
    allowed: { ...noAllowances, capabilities: ['NET_ADMIN'] },
    grants: { capabilities: ['NET_ADMIN'] },
    beyond: [
      { capabilities: ['NET_RAW'] }, { capabilities: ['NET_ADMIN', 'SYS_ADMIN'] }, { capabilities: ['CAP_NET_ADMIN'] },
      { capabilities: ['NET_ADMIN', 'NET_ADMIN'] }, { capabilities: ['ALL'] }, { devices: ['/dev/net/tun'] },
    ], // biome-ignore format: one list
  },
  {
    name: 'a device',
    allowed: { ...noAllowances, devices: ['/dev/net/tun'] },
    grants: { devices: ['/dev/net/tun'] },
    beyond: [{ devices: ['/dev/dri'] }, { devices: ['/dev/net'] }, { devices: ['/dev/net/tun', '/dev/net/tun'] }],
  },
]

/** No allowance admits these, whatever a row in the database says. */
export const neverAllowed: readonly Pick<AllowedCase, 'allowed' | 'grants'>[] = [
  ...['/', '/etc', '/etc/ssh', '/root', '/proc', '/sys', '/dev', '/boot', '/usr/bin', '/var/lib/docker', '/run', '/home/ada/.ssh',
    '/opt/containerd', '/opt/containerd/bin', '/opt/longshore', '/opt/cni/bin', '/srv', '/var/lib/longshore', '/srv/a/../../etc',
  ].map((path) => ({ allowed: { ...noAllowances, hostPaths: [{ path, writable: true }] }, grants: mount(path) })),
  ...['SYS_ADMIN', 'SYS_MODULE', 'SYS_RAWIO', 'SYS_BOOT', 'SYS_TIME', 'DAC_READ_SEARCH', 'MKNOD', 'BPF', 'PERFMON', 'SYSLOG',
    'MAC_ADMIN', 'SYS_RESOURCE', 'LINUX_IMMUTABLE', 'CHECKPOINT_RESTORE', 'ALL',
  ].map((name) => ({ allowed: { ...noAllowances, capabilities: [name] }, grants: { capabilities: [name] } })),
  ...['/dev/sda', '/dev/mem', '/dev/kmsg', '/dev/kvm', '/dev', '/dev/net/../sda', '/dev/ttyS0', '/dev/nvme0n1'].map((path) => ({
    allowed: { ...noAllowances, devices: [path] },
    grants: { devices: [path] },
  })),
  {
    // A program in the first folder could replace the second one with a link.
    allowed: { ...noAllowances, hostPaths: [{ path: '/srv/a', writable: true }, { path: '/srv/a/b', writable: true }] },
    grants: mount('/srv/a/b'),
  },
] // biome-ignore format: lists of values
