import type { CheckResult } from '../check.ts'
import type { Evidence } from '../evidence.ts'
import { field, listField, textField } from '../firewall/json-value.ts'
import { listText } from '../list-text.ts'
import { decide, type Finding, fail, pass } from '../result.ts'
import { containersOf, isLongshoreProxy, nameOf, requireAllSeen } from './containers.ts'
import { ifDockerIsInstalled } from './docker-daemon.ts'
import { publishedPortsOf } from './published-ports.ts'

export function evaluateContainers(evidence: Evidence): CheckResult[] {
  const decideContainers = (id: string, isBad: (container: unknown) => boolean) =>
    decide(id, () => ifDockerIsInstalled(evidence, () => evaluateEach(evidence, isBad)))
  return [
    decide('firewall.docker_published_ports', () => ifDockerIsInstalled(evidence, () => evaluatePublished(evidence))),
    decideContainers('docker.privileged_containers', (container) => hostField(container, 'Privileged') === true),
    decideContainers('docker.socket_mounts', holdsSocket),
    decideContainers('docker.host_namespaces', sharesNamespaces),
    decideContainers('docker.container_limits', (container) => !isLimited(container)),
  ]
}

function evaluateEach(evidence: Evidence, isBad: (container: unknown) => boolean): Finding {
  const containers = containersOf(evidence)
  const bad = containers.filter(isBad).map(nameOf)
  if (bad.length > 0) return fail(`${bad.length} of ${containers.length} containers`, listText(bad))
  requireAllSeen(evidence)
  return pass(`none of ${containers.length} containers`, `Docker lists ${containers.length} containers`)
}

function evaluatePublished(evidence: Evidence): Finding {
  const ports = publishedPortsOf(containersOf(evidence))
  const texts = ports.map(
    ({ container, address, port, protocol }) => `${container}: ${bracket(address)}:${port}/${protocol}`,
  )
  if (texts.length > 0) return fail(`${ports.length} published`, listText(texts, 10))
  requireAllSeen(evidence)
  return pass('none', 'no container publishes a port on an address that others reach')
}

function bracket(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

function hostField(container: unknown, name: string): unknown {
  return field(field(container, 'HostConfig'), name)
}

/** True for a mount of the socket itself, or of a folder that contains it. */
function holdsSocket(container: unknown): boolean {
  const sources = listField(container, 'Mounts').map((mount) => textField(mount, 'Source'))
  const isSocket = (path: string) => /(?:^|\/)(?:docker|containerd)\.sock$/.test(path)
  const isFolder = (path: string) =>
    ['/', '/run', '/var/run', '/var', '/run/containerd'].includes(path.replace(/(?<=.)\/$/, ''))
  return sources.some((path) => isSocket(path) || isFolder(path))
}

function sharesNamespaces(container: unknown): boolean {
  const shared = ['NetworkMode', 'PidMode', 'IpcMode', 'UTSMode', 'UsernsMode', 'CgroupnsMode'].filter(
    (name) => hostField(container, name) === 'host',
  )
  const serious = shared.filter((name) => name !== 'CgroupnsMode' && name !== 'UsernsMode')
  return isLongshoreProxy(container) ? serious.some((name) => name !== 'NetworkMode') : serious.length > 0
}

function isLimited(container: unknown): boolean {
  const memory = hostField(container, 'Memory')
  const pids = hostField(container, 'PidsLimit')
  return typeof memory === 'number' && memory > 0 && typeof pids === 'number' && pids > 0
}
