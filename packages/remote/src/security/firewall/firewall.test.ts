import { expect, test } from 'vitest'
import { followIptables, parseIptables } from './iptables.ts'
import { followNftables, parseNftables, withoutIptables } from './nftables.ts'
import type { Packet } from './packet.ts'

const packet = (port: number, change: Partial<Packet> = {}): Packet => ({
  family: 'ipv4',
  protocol: 'tcp',
  port,
  interface: 'eth0',
  source: '203.0.113.7',
  destination: '192.0.2.10',
  ...change,
})

function iptables(policy: string, ...rules: string[]) {
  return parseIptables(`*filter\n:INPUT ${policy} [0:0]\n:user - [0:0]\n:loop - [0:0]\n${rules.join('\n')}\nCOMMIT\n`)
}

test.each([
  ['the policy decides when no rule does', 'DROP', [], 22, ['drop']],
  ['an open policy with a last rule that drops', 'ACCEPT', ['-A INPUT -j DROP'], 22, ['drop']],
  ['a port that is let in', 'DROP', ['-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT'], 22, ['accept']],
  ['a range of ports', 'DROP', ['-A INPUT -p tcp -m tcp --dport 20:30 -j ACCEPT'], 25, ['accept']],
  ['a list of ports', 'DROP', ['-A INPUT -p tcp -m multiport --dports 80,443,8000:8100 -j ACCEPT'], 8050, ['accept']],
  ['another protocol', 'DROP', ['-A INPUT -p udp -m udp --dport 22 -j ACCEPT'], 22, ['drop']],
  ['from a private network only', 'DROP', ['-A INPUT -s 10.0.0.0/8 -p tcp --dport 22 -j ACCEPT'], 22, ['drop']],
  ['from everywhere but one', 'DROP', ['-A INPUT ! -s 10.0.0.0/8 -j ACCEPT'], 22, ['accept']],
  ['loopback only', 'DROP', ['-A INPUT -i lo -j ACCEPT'], 22, ['drop']],
  ['answers only', 'DROP', ['-A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT'], 22, ['drop']],
  [
    'through a chain and back',
    'DROP',
    ['-A INPUT -j user', '-A user -p tcp --dport 1 -j ACCEPT', '-A user -j RETURN'],
    22,
    ['drop'],
  ],
  ['through a chain that accepts', 'DROP', ['-A INPUT -j user', '-A user -j ACCEPT'], 22, ['accept']],
  ['goto does not come back to the next rule', 'DROP', ['-A INPUT -g user', '-A INPUT -j ACCEPT'], 22, ['drop']],
  [
    'a comment with words of rules in it',
    'DROP',
    ['-A INPUT -m comment --comment "-j ACCEPT \\" -p tcp" -j LOG'],
    22,
    ['drop'],
  ],
  [
    'a match that is not known leaves it open',
    'DROP',
    ['-A INPUT -m geoip --source-country XX -j ACCEPT'],
    22,
    ['accept', 'drop'],
  ],
  ['a target that is not known leaves it open', 'DROP', ['-A INPUT -j NFQUEUE --queue-num 1'], 22, ['unclear']],
  ['a chain that jumps to itself', 'DROP', ['-A INPUT -j loop', '-A loop -j loop'], 22, ['unclear']],
] as const)('iptables: %s', (_name, policy, rules, port, outcomes) => {
  expect([...followIptables(iptables(policy, ...rules), packet(port))].sort()).toEqual(outcomes)
})

test.each(['*filter\n:INPUT DROP [0:0]\n', ':INPUT DROP\nCOMMIT\n-A nowhere -j DROP\n', 'iptables: command failed'])(
  'iptables: %j is not a table',
  (text) => {
    expect(() => parseIptables(text)).toThrow()
  },
)

const match = (left: object, right: unknown, op = '==') => ({ match: { op, left, right } })
const dport = (right: unknown) => match({ payload: { protocol: 'tcp', field: 'dport' } }, right)
const established = match({ ct: { key: 'state' } }, ['established', 'related'], 'in')

function nft(policy: string, ...rules: object[][]) {
  const chain = { family: 'inet', table: 'filter', name: 'input' }
  return parseNftables(
    JSON.stringify({
      nftables: [
        { metainfo: { version: '1.0.6' } },
        { table: { family: 'inet', name: 'filter' } },
        { chain: { ...chain, type: 'filter', hook: 'input', prio: 0, policy } },
        { chain: { ...chain, name: 'user' } },
        ...rules.map((expr) => ({ rule: { family: 'inet', table: 'filter', chain: 'input', expr } })),
      ],
    }),
  )
}

test.each([
  ['the policy decides when no rule does', 'drop', [], ['drop']],
  ['answers only', 'drop', [[established, { accept: null }]], ['drop']],
  ['one port', 'drop', [[dport(22), { counter: {} }, { accept: null }]], ['accept']],
  ['a set of ports', 'drop', [[dport({ set: [80, { range: [20, 30] }] }), { accept: null }]], ['accept']],
  ['a named set leaves it open', 'drop', [[dport('@open'), { accept: null }]], ['accept', 'drop']],
  ['an open policy with a last rule that rejects', 'accept', [[{ reject: null }]], ['drop']],
  [
    'a map over the state of answers',
    'drop',
    [[{ vmap: { key: { ct: { key: 'state' } }, data: { set: [['established', { accept: null }]] } } }]],
    ['drop'],
  ],
  ['a map that is not understood', 'drop', [[{ vmap: { key: {}, data: '@map' } }]], ['drop', 'unclear']],
  ['a jump that comes back', 'drop', [[{ jump: { target: 'user' } }]], ['drop']],
  ['a goto that comes back', 'accept', [[{ goto: { target: 'user' } }], [{ drop: null }]], ['unclear']],
  ['the other address family', 'drop', [[match({ meta: { key: 'nfproto' } }, 'ipv6'), { accept: null }]], ['drop']],
] as const)('nftables: %s', (_name, policy, rules, outcomes) => {
  const chains = nft(policy, ...rules.map((rule) => [...rule]))
  expect([...followNftables(chains, packet(22))].sort()).toEqual(outcomes)
})

test('nftables: skips the tables that iptables manages', () => {
  const text = JSON.stringify({
    nftables: [
      { chain: { family: 'ip', table: 'filter', name: 'INPUT', type: 'filter', hook: 'input', policy: 'drop' } },
    ],
  })
  const chains = parseNftables(text)
  expect([...followNftables(chains, packet(22))]).toEqual(['drop'])
  expect([...followNftables(withoutIptables(chains), packet(22))]).toEqual(['accept'])
})
