/**
 * Evaluates incoming connections. Follows the rules of iptables and nftables for a port that no rule names (does the
 * default refuse it?), for the ports that Longshore needs, and for every port that a rule names.
 */
import type { CheckResult } from '../check.ts'
import {
  type Evidence,
  isReportedMissing,
  linesOf,
  oncePerEvidence,
  sectionsOf,
  Unreadable,
  wholeOf,
} from '../evidence.ts'
import { followIptables, parseIptables } from '../firewall/iptables.ts'
import { followNftables, mergeHooks, parseNftables, withoutIptables } from '../firewall/nftables.ts'
import { type Outcome, type Packet, untrustedSource } from '../firewall/packet.ts'
import { listText } from '../list-text.ts'
import { decide, type Finding, fail, notApplicable, pass, passIf } from '../result.ts'
import { unitsOf } from './services.ts'

type Family = Packet['family']
type Follow = (packet: Packet) => Set<Outcome>

const webPorts = [80, 443]
/** HTTP/3, and responses to the server's own DHCP requests. */
const ignoredPorts = new Set(['443/udp', '68/udp', '546/udp'])
const maxNamedPorts = 200
const samplePorts = [61_003, 47_111, 33_333, 20_011, 11_003]

export function evaluateFirewall(evidence: Evidence): CheckResult[] {
  return [
    decide('firewall.default_deny_ipv4', () => evaluateDefault('ipv4', evidence)),
    decide('firewall.default_deny_ipv6', () => evaluateDefault('ipv6', evidence)),
    decide('firewall.required_ports', () => evaluateRequiredPorts(evidence)),
    decide('firewall.enabled_at_boot', () => evaluateBoot(evidence)),
    decide('firewall.other_open_ports', () => evaluateOtherPorts(evidence)),
  ]
}

function evaluateDefault(family: Family, evidence: Evidence): Finding {
  const verdict = defaultOf(family, evidence)
  if (verdict === 'refuse') return pass('refused', `new ${family} connections to a port that no rule names are dropped`)
  if (verdict === 'unclear') throw new Unreadable('there are firewall rules that could not be understood')
  if (family === 'ipv6' && !hasGlobalIpv6(evidence))
    return notApplicable('the server has no IPv6 address that others reach')
  return fail('allowed', `new ${family} connections to a port that no rule names are accepted`)
}

/** The result for most ports that no rule names: a single wide open range isn't the default. */
function defaultOf(family: Family, evidence: Evidence): 'refuse' | 'allow' | 'unclear' {
  const { follow, named } = rulesOf(family, evidence)
  const verdicts = (['tcp', 'udp'] as const).flatMap((protocol) =>
    samplePorts.map((port) => summarize(follow(packetTo(nextFree(port, named), family, evidence, protocol)))),
  )
  const count = (verdict: string) => verdicts.filter((each) => each === verdict).length
  if (count('unclear') > 0) return 'unclear'
  return count('refuse') > count('allow') * 2 ? 'refuse' : 'allow'
}

function nextFree(port: number, named: ReadonlySet<number>): number {
  let free = port
  while (named.has(free)) free += 1
  return free
}

function summarize(outcomes: ReadonlySet<Outcome>): 'refuse' | 'allow' | 'unclear' {
  if (outcomes.size !== 1) return 'unclear'
  return outcomes.has('drop') ? 'refuse' : outcomes.has('accept') ? 'allow' : 'unclear'
}

function packetTo(port: number, family: Family, evidence: Evidence, protocol: Packet['protocol'] = 'tcp'): Packet {
  const address = evidence.connection?.serverAddress
  const isSameFamily = address !== undefined && address.includes(':') === (family === 'ipv6')
  return {
    family,
    protocol,
    port,
    interface: defaultInterface(evidence),
    source: untrustedSource[family],
    destination: isSameFamily ? address : undefined,
  }
}

/** iptables and nftables can both be in use; a packet that either of them drops is dropped. */
const rulesByFamily = {
  ipv4: oncePerEvidence((evidence) => readRules('ipv4', evidence)),
  ipv6: oncePerEvidence((evidence) => readRules('ipv6', evidence)),
}

function rulesOf(family: Family, evidence: Evidence): { follow: Follow; named: ReadonlySet<number> } {
  return rulesByFamily[family](evidence)
}

function readRules(family: Family, evidence: Evidence): { follow: Follow; named: ReadonlySet<number> } {
  const iptables = iptablesRules(family, evidence)
  const tools = [iptables, nftablesRules(evidence, iptables !== undefined)].filter((tool) => tool !== undefined)
  if (tools.length === 0) throw new Unreadable('neither iptables nor nft is on the server')
  return {
    follow: (packet) => mergeHooks(tools.map(({ follow }) => follow(packet))),
    named: new Set(tools.flatMap(({ named }) => [...named])),
  }
}

function iptablesRules(family: Family, evidence: Evidence) {
  const program = family === 'ipv4' ? 'iptables' : 'ip6tables'
  const text = outputOf(evidence, program, `${program}-save`)
  if (text === undefined) return undefined
  const filter = parseIptables(text)
  const ports = [...text.matchAll(/--dports? ([0-9:,]{1,200})/g)].map(([, list = '']) => list)
  return { follow: (packet: Packet) => followIptables(filter, packet), named: portsOf(ports) }
}

function nftablesRules(evidence: Evidence, isIptablesRead: boolean) {
  const text = outputOf(evidence, 'nftables', 'nft')
  if (text === undefined) return undefined
  const chains = parseNftables(text)
  const ports = [...text.matchAll(/[[ :,](\d{1,5})(?=[\],} ])/g)].map(([, port = '']) => port)
  return {
    follow: (packet: Packet) => followNftables(isIptablesRead ? withoutIptables(chains) : chains, packet),
    named: portsOf(ports),
  }
}

/** Undefined if the program isn't installed, which is a valid result; other failures aren't. */
function outputOf(
  evidence: Evidence,
  name: 'iptables' | 'ip6tables' | 'nftables',
  program: string,
): string | undefined {
  const { succeeded, text, errors } = wholeOf(evidence, name)
  if (succeeded) return text
  if (isReportedMissing(errors, program)) return undefined
  throw new Unreadable(`${program} failed: ${errors.trim().slice(0, 200)}`)
}

function portsOf(lists: readonly string[]): Set<number> {
  const ports = new Set<number>()
  for (const range of lists.flatMap((list) => list.split(','))) {
    const [from = 0, to = from] = range.split(':').map(Number)
    for (let port = from; port <= Math.min(to, from + 100, 65_535) && ports.size < 2_000; port += 1) ports.add(port)
  }
  return ports
}

function defaultInterface(evidence: Evidence): string | undefined {
  const routes = sectionsOf(wholeOf(evidence, 'networkState').text).get('/proc/net/route') ?? ''
  const fields = linesOf(routes).map((line) => line.split('\t'))
  return fields.find(([, destination, , , , , , mask]) => destination === '00000000' && mask === '00000000')?.[0]
}

/** Columns: address, index, prefix length, scope (00 is global), flags, name. */
function hasGlobalIpv6(evidence: Evidence): boolean {
  const { text, errors } = wholeOf(evidence, 'networkState')
  const table = sectionsOf(text).get('/proc/net/if_inet6')
  if (table === undefined) {
    if (errors.includes('/proc/net/if_inet6') && errors.includes('No such file or directory')) return false
    throw new Unreadable('the IPv6 addresses could not be read')
  }
  return linesOf(table).some((line) => line.split(/ +/)[3] === '00')
}

function evaluateRequiredPorts(evidence: Evidence): Finding {
  if (defaultOf('ipv4', evidence) === 'allow') return notApplicable('no firewall refuses anything')
  if (evidence.connection === undefined) throw new Unreadable('the server does not say which port we came to')
  const { follow } = rulesOf('ipv4', evidence)
  const ports = [evidence.connection.serverPort, ...webPorts]
  const outcomes = ports.map((port) => ({ port, outcomes: follow(packetTo(port, 'ipv4', evidence)) }))
  const refused = outcomes.filter((each) => summarize(each.outcomes) === 'refuse').map(({ port }) => String(port))
  if (refused.length > 0) return fail(`${listText(refused)} refused`, `no rule lets tcp ${listText(refused)} in`)
  const unsure = outcomes.filter((each) => !each.outcomes.has('accept'))
  if (unsure.length > 0) throw new Unreadable('there are firewall rules that could not be understood')
  return pass('allowed', `tcp ${listText(ports.map(String))} are let in`)
}

function evaluateBoot(evidence: Evidence): Finding {
  if (defaultOf('ipv4', evidence) !== 'refuse') return fail('no firewall', 'no firewall refuses what is not allowed')
  const units = unitsOf(evidence)
  const ufw = sectionsOf(wholeOf(evidence, 'networkState').text).get('/etc/ufw/ufw.conf') ?? ''
  const isUfwOn = linesOf(ufw).some((line) => /^ENABLED=["']?yes["']?$/i.test(line.trim()))
  const enabled = ['nftables', 'firewalld', 'netfilter-persistent'].filter(
    (name) => units.get(`${name}.service`)?.isEnabled,
  )
  if (isUfwOn && units.get('ufw.service')?.isEnabled === true) enabled.push('ufw')
  return passIf(
    enabled.length > 0,
    listText(enabled) || 'none',
    `enabled at start: ${listText(enabled) || 'no firewall service'}`,
  )
}

function evaluateOtherPorts(evidence: Evidence): Finding {
  if (defaultOf('ipv4', evidence) === 'allow') return notApplicable('no firewall refuses anything')
  if (evidence.connection === undefined) throw new Unreadable('the server does not say which port we came to')
  const needed = new Set([evidence.connection.serverPort, ...webPorts])
  const open: string[] = []
  for (const family of ['ipv4', 'ipv6'] as const) {
    const { follow, named } = rulesOf(family, evidence)
    if (named.size > maxNamedPorts) throw new Unreadable(`the rules name more than ${maxNamedPorts} ports`)
    for (const port of named) {
      for (const protocol of ['tcp', 'udp'] as const) {
        const isNeeded = needed.has(port) && protocol === 'tcp'
        if (
          !isNeeded &&
          !ignoredPorts.has(`${port}/${protocol}`) &&
          mayPass(follow(packetTo(port, family, evidence, protocol)))
        )
          open.push(`${port}/${protocol} (${family})`)
      }
    }
  }
  return passIf(
    open.length === 0,
    open.length === 0 ? 'none' : listText(open),
    `let in besides SSH and the web: ${listText(open) || 'none'}`,
  )
}

function mayPass(outcomes: ReadonlySet<Outcome>): boolean {
  return outcomes.has('accept') || outcomes.has('unclear')
}
