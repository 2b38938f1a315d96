/** Finds settings of a container that give it power over its server. Pure. */
import type { ForeignContainer } from '@longshore/remote/stacks'
import type { Hazard } from './running-stack.policy.ts'

type Mount = ForeignContainer['Mounts'][number]

/** Docker's own defaults, and what Longshore's containers have. */
const allowedCapabilities: ReadonlySet<string> = new Set([
  'AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE', 'NET_RAW', 'SETFCAP',
  'SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT',
]) // biome-ignore format: a list
/** Folders that only contain what belongs to the server, and folders above data of many programs. */
const systemFolders = [
  '/bin', '/boot', '/dev', '/etc', '/lib', '/lib32', '/lib64', '/proc', '/run', '/sbin', '/sys', '/usr', '/var/run',
  '/var/lib/docker', '/var/lib/containerd', '/root/.ssh', '/root/.docker',
] // biome-ignore format: a list
const broadFolders: ReadonlySet<string> = new Set([
  '', '/home', '/media', '/mnt', '/opt', '/root', '/srv', '/var', '/var/lib', '/var/log', '/var/log/journal',
]) // biome-ignore format: a list
/** The image has its own, and the clock of the server stays the same. */
const clockFiles: ReadonlySet<string> = new Set(['/etc/localtime', '/etc/timezone'])

export function hazardsOf(container: ForeignContainer): Hazard[] {
  const { HostConfig: host, Mounts } = container
  const found: [Hazard, boolean][] = [
    ['privileged', host.Privileged],
    ['host_network', host.NetworkMode === 'host'],
    ['shared_network', /^(?:container|service):/.test(host.NetworkMode)],
    ['host_namespace', host.PidMode !== '' || host.IpcMode === 'host' || host.IpcMode.startsWith('container:')],
    ['devices', (host.Devices ?? []).length > 0 || (host.DeviceRequests ?? []).length > 0],
    ['capabilities', host.CapAdd.some((name) => !allowedCapabilities.has(name.replace(/^CAP_/, '').toUpperCase()))],
    ['docker_socket', Mounts.some(isSocket)],
    ['system_mount', Mounts.some((mount) => !isSocket(mount) && isSystemMount(mount))],
    ['extra_hosts', host.ExtraHosts.length > 0],
  ]
  return found.filter(([, isThere]) => isThere).map(([hazard]) => hazard)
}

export function isSocket({ Type, Source = '' }: Mount): boolean {
  return Type === 'bind' && /\/(?:docker|podman|containerd)\.sock$/.test(Source)
}

export function isLeftOutMount({ Type, Source = '' }: Mount): boolean {
  return Type === 'bind' && clockFiles.has(Source)
}

function isSystemMount(mount: Mount): boolean {
  const { Type, Source = '' } = mount
  if (Type === 'npipe' || Type === 'cluster') return true
  if (Type !== 'bind' || isLeftOutMount(mount)) return false
  const folder = withoutEndSlash(Source)
  if (!folder.startsWith('/') && folder !== '') return true
  return broadFolders.has(folder) || systemFolders.some((each) => folder === each || folder.startsWith(`${each}/`))
}

function withoutEndSlash(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}
