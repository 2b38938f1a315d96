import type { FirewallEvidence, UnitState } from './evidence.ts'
import { parseListeners } from './parse.ts'
import type { ReadCommand } from './read-command.ts'

const others = ['firewalld.service', 'nftables.service', 'netfilter-persistent.service']

export async function readFirewall(
  ask: ReadCommand,
  { packages, units }: { packages: ReadonlySet<string>; units: ReadonlyMap<string, UnitState> },
): Promise<FirewallEvidence> {
  const isInstalled = packages.has('ufw')
  const status = isInstalled ? (await ask(['ufw', 'status', 'verbose'], { asRoot: true })).stdout : ''
  const added = isInstalled ? (await ask(['ufw', 'show', 'added'], { asRoot: true })).stdout : ''
  const listeners = parseListeners((await ask(['ss', '-Hltnp'], { asRoot: true })).stdout)
  return {
    isInstalled,
    isActive: /^Status: active$/m.test(status),
    incoming: /^Default: (\w+) \(incoming\)/m.exec(status)?.[1] ?? null,
    rules: added.split('\n').filter((line) => line.startsWith('ufw ')),
    other: others.find((unit) => units.get(unit)?.isActive === true) ?? null,
    // Docker's proxies listen too, but their published ports bypass the firewall.
    listeners: listeners.filter((each) => each.program !== 'docker-proxy'),
  }
}
