/** Decides whether one expression of an nftables rule lets the packet continue. */
import { field, listField, textField } from './json-value.ts'
import { type Match, matchAddress, matchInterface, matchPort, not, type Packet } from './packet.ts'

/** Expressions that match everything. */
const withoutCondition = new Set(['counter', 'log', 'mangle', 'notrack'])

export function matchNftExpression(expression: unknown, packet: Packet): Match {
  const match = field(expression, 'match')
  if (match !== undefined) return matchOne(match, packet)
  const map = field(expression, 'vmap')
  if (map !== undefined) return matchVerdictMap(map)
  const [name = ''] = typeof expression === 'object' && expression !== null ? Object.keys(expression) : []
  return withoutCondition.has(name) ? 'yes' : 'maybe'
}

function matchOne(match: unknown, packet: Packet): Match {
  const operator = textField(match, 'op')
  const found = matchSides(field(match, 'left'), field(match, 'right'), packet)
  if (operator === '==' || operator === 'in' || operator === '') return found
  return operator === '!=' ? not(found) : 'maybe'
}

function matchSides(left: unknown, right: unknown, packet: Packet): Match {
  const anyOf = (one: (value: unknown) => Match): Match => {
    const values =
      field(right, 'set') === undefined ? (Array.isArray(right) ? right : [right]) : listField(right, 'set')
    const all = values.map(one)
    return all.includes('yes') ? 'yes' : all.includes('maybe') || all.length === 0 ? 'maybe' : 'no'
  }
  const meta = textField(field(left, 'meta'), 'key')
  if (meta === 'iifname' || meta === 'iif') return anyOf((value) => matchName(value, packet))
  if (meta === 'l4proto' || meta === 'protocol') return anyOf((value) => matchProtocol(value, packet))
  if (meta === 'nfproto') return anyOf((value) => (value === packet.family ? 'yes' : 'no'))
  if (textField(field(left, 'ct'), 'key') === 'state') return anyOf((value) => (value === 'new' ? 'yes' : 'no'))
  const payload = field(left, 'payload')
  const protocol = textField(payload, 'protocol')
  const name = textField(payload, 'field')
  if (name === 'dport') {
    if (protocol !== packet.protocol && protocol !== 'th') return 'no'
    return anyOf((value) => matchPortValue(value, packet))
  }
  if (name === 'saddr') return anyOf((value) => matchAddressValue(value, packet.source))
  if (name === 'daddr') return anyOf((value) => matchAddressValue(value, packet.destination))
  if (protocol.startsWith('icmp')) return 'no'
  if (name === 'protocol' || name === 'nexthdr') return anyOf((value) => matchProtocol(value, packet))
  return 'maybe'
}

function matchName(value: unknown, packet: Packet): Match {
  return typeof value === 'string' && !value.startsWith('@') ? matchInterface(value, packet.interface) : 'maybe'
}

function matchProtocol(value: unknown, packet: Packet): Match {
  if (typeof value !== 'string' || value.startsWith('@')) return 'maybe'
  if (value === 'ip' || value === 'ip6') return (value === 'ip') === (packet.family === 'ipv4') ? 'yes' : 'no'
  return value === packet.protocol ? 'yes' : 'no'
}

function matchPortValue(value: unknown, packet: Packet): Match {
  if (typeof value === 'number') return value === packet.port ? 'yes' : 'no'
  const [from, to] = listField(value, 'range')
  if (typeof from === 'number' && typeof to === 'number') return matchPort(`${from}:${to}`, packet.port)
  return 'maybe'
}

function matchAddressValue(value: unknown, address: string | undefined): Match {
  if (typeof value === 'string' && !value.startsWith('@')) return matchAddress(value, address)
  const prefix = field(value, 'prefix')
  const length = field(prefix, 'len')
  if (typeof length !== 'number') return 'maybe'
  return matchAddress(`${textField(prefix, 'addr')}/${length}`, address)
}

/** `ct state vmap { established : accept, … }` decides nothing about a new connection unless it names it. */
function matchVerdictMap(map: unknown): Match {
  const isState = textField(field(field(map, 'key'), 'ct'), 'key') === 'state'
  const names = listField(field(map, 'data'), 'set').map((pair) => (Array.isArray(pair) ? pair[0] : undefined))
  return isState && names.length > 0 && names.every((name) => typeof name === 'string' && name !== 'new')
    ? 'yes'
    : 'maybe'
}
