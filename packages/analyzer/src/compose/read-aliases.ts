/** Reads the hostnames of a service: of its networks, its own, its container's, and those that links give to others. */
import { at, entriesOf, itemsOf, type Located } from '../formats/located.ts'
import { below, checkKeysIn, type Notes } from './compose-warning.ts'
import { networkKeys } from './nested-keys.ts'
import { leaveOut, resolveScalar, type Scalar, scalarAt } from './read-scalar.ts'

export interface ComposeAlias {
  readonly name: string
  readonly line: number
}

export interface ComposeLink {
  /** Name of the linked service in the file. */
  readonly service: string
  /** Null for a link without an alias. */
  readonly alias: string | null
  readonly line: number
}

const hostname = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/
const maxLinks = 50

export function readAliases(node: Located, notes: Notes): ComposeAlias[] {
  const found = [...readNetworks(node, notes), ...readNames(node, notes)]
  return found.filter((alias, index) => found.findIndex(({ name }) => name === alias.name) === index)
}

export function readLinks(node: Located, notes: Notes): ComposeLink[] {
  return itemsOf(at(node, 'links'))
    .slice(0, maxLinks)
    .flatMap((item) => {
      const found = resolveScalar(item, 'links', notes)
      if (found === null) return []
      const [service = '', name] = found.text.split(':', 2)
      const [alias] = name === undefined || name === service ? [] : toAlias({ text: name, line: found.line }, notes)
      return [{ service, alias: alias?.name ?? null, line: found.line }]
    })
}

/** True for a name that Longshore accepts as an additional hostname. */
export function isHostname(name: string): boolean {
  return hostname.test(name)
}

function readNetworks(node: Located, notes: Notes): ComposeAlias[] {
  return entriesOf(at(node, 'networks')).flatMap(([name, network]) => {
    checkKeysIn(below(notes, `network ${name.slice(0, 80)}`), network, networkKeys)
    return itemsOf(at(network, 'aliases')).flatMap((item) => {
      const found = resolveScalar(item, 'aliases', notes)
      return found === null ? [] : toAlias(found, notes)
    })
  })
}

function readNames(node: Located, notes: Notes): ComposeAlias[] {
  return ['hostname', 'container_name'].flatMap((key) => {
    const found = scalarAt(node, key, notes)
    return found === null ? [] : toAlias(found, notes)
  })
}

function toAlias({ text, line }: Scalar, notes: Notes): ComposeAlias[] {
  if (hostname.test(text)) return [{ name: text, line }]
  leaveOut(notes, { key: text, line, why: 'isn’t a hostname' })
  return []
}
