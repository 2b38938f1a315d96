/** Ports that Docker publishes on reachable addresses: its rules come before those of the firewall. */
import { field, listField, textField } from '../firewall/json-value.ts'
import { isLongshoreProxy, nameOf } from './containers.ts'

export interface PublishedPort {
  container: string
  address: string
  port: number
  protocol: string
}

export function publishedPortsOf(containers: readonly unknown[]): PublishedPort[] {
  return containers.flatMap((container) =>
    portBindings(container)
      .filter(({ address }) => !isLoopback(address))
      .filter(({ port }) => !(isLongshoreProxy(container) && (port === 80 || port === 443)))
      .map((binding) => ({ container: nameOf(container), ...binding })),
  )
}

/** `NetworkSettings.Ports` contains the current bindings: `{ "80/tcp": [{ HostIp, HostPort }] }`. */
function portBindings(container: unknown): Omit<PublishedPort, 'container'>[] {
  const ports = field(field(container, 'NetworkSettings'), 'Ports')
  if (typeof ports !== 'object' || ports === null) return []
  return Object.keys(ports).flatMap((name) =>
    listField(ports, name).map((binding) => ({
      address: textField(binding, 'HostIp') || '0.0.0.0',
      port: Number(textField(binding, 'HostPort')),
      protocol: name.split('/')[1] ?? 'tcp',
    })),
  )
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1'
}
