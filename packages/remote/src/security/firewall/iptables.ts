/** Follows a packet through the rules that `iptables-save` prints. */
import { Unreadable } from '../evidence.ts'
import { type Match, matchAddress, matchInterface, matchPort, not, type Outcome, type Packet } from './packet.ts'

interface Rule {
  args: readonly string[]
}

export interface IptablesFilter {
  /** Policies of the built-in chains. */
  policies: ReadonlyMap<string, Outcome>
  chains: ReadonlyMap<string, readonly Rule[]>
}

const maxRules = 20_000
const builtIn: readonly string[] = ['INPUT', 'FORWARD']

export function parseIptables(text: string): IptablesFilter {
  const chains = new Map<string, Rule[]>()
  const policies = new Map<string, Outcome>()
  let isEnded = false
  const lines = text.split('\n')
  if (lines.length > maxRules) throw new Unreadable(`more than ${maxRules} firewall rules`)
  for (const line of lines) {
    const [, chain = '', word = ''] = /^:(\S{1,64}) (\S{1,16})/.exec(line) ?? []
    if (chain !== '') chains.set(chain, [])
    if (builtIn.includes(chain))
      policies.set(chain, word === 'DROP' || word === 'REJECT' ? 'drop' : word === 'ACCEPT' ? 'accept' : 'unclear')
    if (line.startsWith('-A ')) addRule(chains, splitWords(line))
    if (line === 'COMMIT') isEnded = true
  }
  // Without any rules, iptables-save prints nothing at all.
  if (chains.size === 0 && text.trim() === '') {
    for (const chain of builtIn) {
      policies.set(chain, 'accept')
      chains.set(chain, [])
    }
    return { policies, chains }
  }
  if (!policies.has('INPUT') || !isEnded) throw new Unreadable('iptables-save did not print a whole filter table')
  return { policies, chains }
}

function addRule(chains: Map<string, Rule[]>, args: readonly string[]): void {
  const [, chain = '', ...rest] = args
  const rules = chains.get(chain)
  if (rules === undefined) throw new Unreadable('iptables-save names a chain that it did not declare')
  rules.push({ args: rest })
}

function splitWords(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

/** All possible outcomes for the packet; more than one if a rule isn't understood. */
export function followIptables(
  filter: IptablesFilter,
  packet: Packet,
  from: 'INPUT' | 'FORWARD' = 'INPUT',
): Set<Outcome> {
  const known = new Map<string, Set<Outcome>>()
  const outcomes = followChain(from)
  if (outcomes.delete('next')) outcomes.add(filter.policies.get(from) ?? 'unclear')
  return outcomes

  function followChain(name: string): Set<Outcome> {
    const before = known.get(name)
    if (before !== undefined) return new Set(before)
    const rules = filter.chains.get(name)
    if (rules === undefined) return new Set(['unclear'])
    // The kernel doesn't accept a chain that refers back to itself.
    known.set(name, new Set(['unclear']))
    const result = new Set<Outcome>()
    let mayGoOn = true
    for (const rule of rules) {
      const { match, target, isGoto } = readRule(rule.args, packet)
      if (match === 'no' || target === undefined || silentTargets.has(target)) continue
      const reached = reach(target)
      const comesBack = reached.delete('next')
      const goesOn = comesBack && !isGoto
      if (target === 'RETURN' || (isGoto && comesBack)) result.add('next')
      for (const outcome of reached) result.add(outcome)
      if (match === 'yes' && !goesOn) {
        mayGoOn = false
        break
      }
    }
    if (mayGoOn) result.add('next')
    known.set(name, result)
    return new Set(result)
  }

  function reach(target: string): Set<Outcome> {
    if (target === 'ACCEPT') return new Set(['accept'])
    if (target === 'DROP' || target === 'REJECT') return new Set(['drop'])
    if (target === 'RETURN') return new Set()
    return followChain(target)
  }
}

/** Targets after which the packet continues. */
const silentTargets = new Set(['LOG', 'NFLOG', 'ULOG', 'AUDIT', 'MARK', 'CONNMARK'])
/** Options that modify an earlier one and decide nothing for the first packet of a connection. */
const withoutEffect = new Set(['--comment', '--reject-with', '--log-prefix', '--log-level'])

function readRule(args: readonly string[], packet: Packet): { match: Match; target?: string; isGoto: boolean } {
  let match: Match = 'yes'
  let target: string | undefined
  let isGoto = false
  let isNegated = false
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (word === '!') {
      isNegated = true
      continue
    }
    const value = args[at + 1] ?? ''
    if (word === '-j' || word === '-g') {
      target = value
      isGoto = word === '-g'
      break
    }
    if (word.startsWith('-')) {
      const one = matchOption(word, value, packet)
      match = both(match, isNegated ? not(one) : one)
      isNegated = false
    }
  }
  return { match, isGoto, ...(target === undefined ? {} : { target }) }
}

function both(a: Match, b: Match): Match {
  return a === 'no' || b === 'no' ? 'no' : a === 'maybe' || b === 'maybe' ? 'maybe' : 'yes'
}

function matchOption(option: string, value: string, packet: Packet): Match {
  if (option === '-p') return matchProtocol(value, packet)
  if (option === '-s') return matchAddress(value, packet.source)
  if (option === '-d') return matchAddress(value, packet.destination)
  if (option === '-i') return matchInterface(value, packet.interface)
  if (option === '-o') return 'no'
  if (option === '--dport' || option === '--dports' || option === '--destination-port')
    return matchPort(value, packet.port)
  if (option === '--ctstate' || option === '--state') return value.split(',').includes('NEW') ? 'yes' : 'no'
  if (option === '--dst-type') return value === 'LOCAL' ? 'yes' : 'no'
  // The match module itself decides nothing; its options do. Modules without options here leave the result open.
  if (option === '-m')
    return ['tcp', 'udp', 'conntrack', 'state', 'comment', 'multiport', 'addrtype'].includes(value) ? 'yes' : 'maybe'
  return withoutEffect.has(option) ? 'yes' : 'maybe'
}

function matchProtocol(value: string, packet: Packet): Match {
  return value === 'all' || value === '0' || value === packet.protocol ? 'yes' : 'no'
}
