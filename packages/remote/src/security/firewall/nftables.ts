/** Follows a packet through the rules that `nft -j list ruleset` prints. */
import { Unreadable } from '../evidence.ts'
import { field, listField, textField } from './json-value.ts'
import { matchNftExpression } from './nftables-match.ts'
import type { Outcome, Packet } from './packet.ts'

interface Chain {
  family: string
  table: string
  name: string
  /** Undefined for a chain that is only a jump target. */
  policy: Outcome | undefined
  rules: (readonly unknown[])[]
}

const maxRules = 20_000

export function parseNftables(text: string): Chain[] {
  const objects = listField(parseJson(text), 'nftables')
  if (objects.length === 0) throw new Unreadable('nft printed no rule set')
  if (objects.length > maxRules) throw new Unreadable(`more than ${maxRules} firewall rules`)
  const chains = objects.map((each) => field(each, 'chain')).filter((chain) => chain !== undefined)
  const rules = objects.map((each) => field(each, 'rule')).filter((rule) => rule !== undefined)
  const read = chains.map(readChain)
  const byName = new Map(read.map((chain) => [`${chain.family} ${chain.table} ${chain.name}`, chain]))
  for (const rule of rules) {
    const name = `${textField(rule, 'family')} ${textField(rule, 'table')} ${textField(rule, 'chain')}`
    const chain = byName.get(name)
    if (chain === undefined) throw new Unreadable('nft names a chain that it did not declare')
    chain.rules.push(listField(rule, 'expr'))
  }
  return read
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unreadable('nft did not print JSON')
  }
}

function readChain(chain: unknown): Chain {
  const isInput = textField(chain, 'hook') === 'input' && textField(chain, 'type') === 'filter'
  const policies: Record<string, Outcome> = { accept: 'accept', drop: 'drop' }
  return {
    family: textField(chain, 'family'),
    table: textField(chain, 'table'),
    name: textField(chain, 'name'),
    policy: isInput ? (policies[textField(chain, 'policy')] ?? 'unclear') : undefined,
    rules: [],
  }
}

/** A packet passes every chain of the input hook: one drop is enough, and all must accept it. */
export function followNftables(chains: readonly Chain[], packet: Packet): Set<Outcome> {
  const families = ['inet', packet.family === 'ipv4' ? 'ip' : 'ip6']
  const inputs = chains.filter((chain) => chain.policy !== undefined && families.includes(chain.family))
  return mergeHooks(inputs.map((input) => followInput(input, chains, packet)))
}

/** iptables keeps its rules in chains of these names; iptables-save already lists them. */
export function withoutIptables(chains: readonly Chain[]): Chain[] {
  return chains.filter(({ family, name }) => !(family !== 'inet' && name === 'INPUT'))
}

export function mergeHooks(hooks: readonly ReadonlySet<Outcome>[]): Set<Outcome> {
  if (hooks.some((outcomes) => outcomes.size === 1 && outcomes.has('drop'))) return new Set(['drop'])
  const merged = new Set<Outcome>(hooks.every((outcomes) => outcomes.has('accept')) ? ['accept'] : [])
  for (const outcome of ['drop', 'unclear'] as const) {
    if (hooks.some((outcomes) => outcomes.has(outcome))) merged.add(outcome)
  }
  return merged
}

function followInput(input: Chain, chains: readonly Chain[], packet: Packet): Set<Outcome> {
  const known = new Map<string, Set<Outcome>>()
  const table = new Map(
    chains
      .filter((chain) => chain.family === input.family && chain.table === input.table)
      .map((chain) => [chain.name, chain]),
  )
  const outcomes = followChain(input.name)
  if (outcomes.delete('next')) outcomes.add(input.policy ?? 'unclear')
  return outcomes

  function followChain(name: string): Set<Outcome> {
    const before = known.get(name)
    if (before !== undefined) return new Set(before)
    known.set(name, new Set(['unclear']))
    const result = new Set<Outcome>()
    let mayGoOn = true
    for (const expressions of table.get(name)?.rules ?? [[{ unclear: null }]]) {
      const { reached, isSure } = followRule(expressions)
      const goesOn = reached.delete('next')
      for (const outcome of reached) result.add(outcome)
      if (result.delete('return')) result.add('next')
      if (isSure && !goesOn) {
        mayGoOn = false
        break
      }
    }
    if (mayGoOn) result.add('next')
    known.set(name, result)
    return new Set(result)
  }

  /** The outcome `next` means that the packet continues with the next rule. */
  function followRule(expressions: readonly unknown[]): { reached: Set<Outcome>; isSure: boolean } {
    let isSure = true
    for (const expression of expressions) {
      const verdict = readVerdict(expression)
      if (verdict !== undefined) return { reached: verdict, isSure }
      const match = matchNftExpression(expression, packet)
      if (match === 'maybe' && field(expression, 'vmap') !== undefined) return { reached: unclear(), isSure }
      if (match === 'no') return { reached: new Set(['next']), isSure: true }
      if (match === 'maybe') isSure = false
    }
    return { reached: new Set(['next']), isSure: true }
  }

  function readVerdict(expression: unknown): Set<Outcome> | undefined {
    const jump = textField(field(expression, 'jump'), 'target')
    if (jump !== '') return followChain(jump)
    const goto = textField(field(expression, 'goto'), 'target')
    if (goto !== '') return followGoto(goto)
    const [name = ''] = typeof expression === 'object' && expression !== null ? Object.keys(expression) : []
    if (name === 'accept') return new Set(['accept'])
    if (name === 'drop' || name === 'reject') return new Set(['drop'])
    if (name === 'return') return new Set(['return'])
    if (name === 'queue' || name === 'unclear' || name === 'xt') return unclear()
    return undefined
  }

  /** Returning from the target ends this chain too, in ways that aren't followed further. */
  function followGoto(name: string): Set<Outcome> {
    const reached = followChain(name)
    if (reached.delete('next')) reached.add('unclear')
    return reached
  }
}

function unclear(): Set<Outcome> {
  return new Set(['unclear', 'next'])
}
