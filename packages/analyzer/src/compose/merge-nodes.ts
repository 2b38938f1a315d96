/** Merges two definitions of a service like Compose: maps by key, lists by what their items mean, the rest is replaced. */
import { entriesOf, itemsOf, type Located, type LocatedMap, textAt } from '../formats/located.ts'

/** Lists that can also be maps. */
const pairs = new Set([
  'environment',
  'labels',
  'args',
  'sysctls',
  'annotations',
  'depends_on',
  'networks',
  'extra_hosts',
])
/** Lists that can also be a single value. */
const lists = new Set(['env_file', 'tmpfs', 'dns', 'dns_search', 'label_file'])
const replaced = new Set(['command', 'entrypoint', 'test'])

/** `own` wins over `base`. */
export function mergeNodes(base: Located, own: Located, key = ''): Located {
  if (own.kind === 'scalar' && own.value === null) return base
  if (replaced.has(key)) return own
  const [left, right] = alike(base, own, key)
  if (left.kind === 'map' && right.kind === 'map') return mergeMaps(left, right)
  if (left.kind === 'list' && right.kind === 'list')
    return { ...right, items: withoutRepeats([...left.items, ...right.items], key) }
  return own
}

function mergeMaps(base: LocatedMap, own: LocatedMap): LocatedMap {
  const entries = new Map(base.entries)
  for (const [key, value, line] of entriesOf(own)) {
    const known = base.entries.get(key)
    entries.set(key, { line, value: known === undefined ? value : mergeNodes(known.value, value, key) })
  }
  return { kind: 'map', line: own.line, entries }
}

/** Both in the form that holds more: `build: .` is a map with a context, and `A=1` an entry of a map. */
function alike(base: Located, own: Located, key: string): [Located, Located] {
  if (key === 'build') return [toBuild(base), toBuild(own)]
  if (pairs.has(key)) return [toMap(base), toMap(own)]
  return lists.has(key) ? [toList(base), toList(own)] : [base, own]
}

function toBuild(node: Located): Located {
  if (node.kind !== 'scalar') return node
  return { kind: 'map', line: node.line, entries: new Map([['context', { line: node.line, value: node }]]) }
}

function toList(node: Located): Located {
  return node.kind === 'scalar' ? { kind: 'list', line: node.line, items: [node] } : node
}

function toMap(node: Located): Located {
  if (node.kind !== 'list') return node
  const entries = itemsOf(node).flatMap((item) => {
    if (item.kind !== 'scalar') return []
    const { line, text } = item
    const sign = text.indexOf('=')
    const value: Located =
      sign === -1
        ? { kind: 'scalar', line, value: null, text: '' }
        : { kind: 'scalar', line, value: text.slice(sign + 1), text: text.slice(sign + 1) }
    return [[sign === -1 ? text : text.slice(0, sign), { line, value }] as const]
  })
  return { kind: 'map', line: node.line, entries: new Map(entries) }
}

/** The later one of two mounts at the same path wins. */
function withoutRepeats(items: readonly Located[], key: string): Located[] {
  const kept = new Map<string, Located>()
  for (const [index, item] of items.entries()) kept.set(identityOf(item, { key, index }), item)
  return [...kept.values()]
}

function identityOf(item: Located, { key, index }: { key: string; index: number }): string {
  if (item.kind === 'scalar') {
    const [first = '', second] = key === 'volumes' ? item.text.split(':') : [item.text]
    return key === 'volumes' ? (second ?? first) : item.text
  }
  const isMount = key === 'volumes' || key === 'configs' || key === 'secrets'
  return (isMount ? (textAt(item, 'target') ?? textAt(item, 'source')) : null) ?? `item ${index}`
}
