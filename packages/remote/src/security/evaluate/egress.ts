/**
 * Evaluates outgoing connections of containers: follows the forward rules for a request to the metadata service of a
 * cloud.
 */
import type { CheckResult } from '../check.ts'
import { type Evidence, Unreadable, wholeOf } from '../evidence.ts'
import { followIptables, type IptablesFilter, parseIptables } from '../firewall/iptables.ts'
import { listText } from '../list-text.ts'
import { decide, type Finding, passIf } from '../result.ts'
import { ifDockerIsInstalled } from './docker-daemon.ts'

const defaultBridge = 'docker0'
const maxBridges = 200
const metadata = ['169.254.169.254']
const privateAddresses = ['10.255.255.1', '172.31.255.1', '192.168.255.1']

export function evaluateEgress(evidence: Evidence): CheckResult[] {
  const decideEgress = (id: string, addresses: readonly string[]) =>
    decide(id, () => ifDockerIsInstalled(evidence, () => evaluateAddresses(evidence, addresses)))
  return [decideEgress('docker.link_local_egress', metadata), decideEgress('docker.private_egress', privateAddresses)]
}

function evaluateAddresses(evidence: Evidence, addresses: readonly string[]): Finding {
  const { succeeded, text } = wholeOf(evidence, 'iptables')
  if (!succeeded) throw new Unreadable('the rules of iptables could not be read')
  const filter = parseIptables(text)
  const bridges = bridgesOf(text)
  const open = addresses.filter((address) => !bridges.every((bridge) => isRefused(filter, bridge, address)))
  return passIf(
    open.length === 0,
    open.length === 0 ? 'refused' : 'allowed',
    open.length === 0 ? `connections to ${listText(addresses)} are refused` : `no rule refuses ${listText(open)}`,
  )
}

/** Docker's default bridge, and those of networks with rules. */
function bridgesOf(text: string): string[] {
  const named = [...text.matchAll(/ -i (br-[0-9a-f]{12}) /g)].map(([, name = '']) => name)
  return [...new Set([defaultBridge, ...named])].slice(0, maxBridges)
}

function isRefused(filter: IptablesFilter, bridge: string, destination: string): boolean {
  const packet = {
    family: 'ipv4',
    protocol: 'tcp',
    port: 80,
    interface: bridge,
    source: '172.17.0.2',
    destination,
  } as const
  const outcomes = followIptables(filter, packet, 'FORWARD')
  return outcomes.size === 1 && outcomes.has('drop')
}
