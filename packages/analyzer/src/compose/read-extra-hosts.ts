/** Reads `extra_hosts`: a list of `name:address` or `name=address`, or a map. */
import { type ContainerOptions, containerSchema } from '../container.schemas.ts'
import { at, entriesOf, itemsOf, type Located } from '../formats/located.ts'
import { type Notes, note } from './compose-warning.ts'
import { leaveOut, resolveScalar } from './read-scalar.ts'

type ExtraHosts = ContainerOptions['extraHosts']

interface Stated {
  readonly name: string
  readonly address: string
  readonly line: number
}

const { extraHosts: schema } = containerSchema.shape
const maxHosts = 20

export function readExtraHosts(node: Located, notes: Notes): ExtraHosts {
  const hosts: ExtraHosts = []
  for (const { name, address, line } of pairsOf(at(node, 'extra_hosts'), notes)) {
    const read = schema.safeParse([...hosts, { hostname: name, address }])
    const text = `${name}:${address}`.slice(0, 120)
    if (read.success) hosts.push(...read.data.slice(hosts.length))
    else if (hosts.length >= maxHosts)
      leaveOut(notes, { key: 'extra_hosts', line, why: `has more than ${maxHosts} entries` })
    else
      note(notes, 'compose_key_refused', {
        message: `extra_hosts: ${text} isn't supported.`,
        line,
        instead:
          'Use a public or private IP address. Containers can’t depend on the server’s own addresses: reach services by name.',
      })
  }
  return hosts
}

function pairsOf(node: Located | undefined, notes: Notes): Stated[] {
  const listed = itemsOf(node).flatMap((item) => {
    const text = resolveScalar(item, 'extra_hosts', notes)?.text
    return text === undefined ? [] : [splitPair(text, item.line)]
  })
  const mapped = entriesOf(node).flatMap(([name, value, line]) =>
    (value.kind === 'list' ? value.items : [value]).flatMap((item) => {
      const text = resolveScalar(item, 'extra_hosts', notes)?.text
      return text === undefined ? [] : [{ name, address: withoutBrackets(text), line }]
    }),
  )
  return [...listed, ...mapped]
}

function splitPair(text: string, line: number): Stated {
  const end = text.search(/[=:]/)
  const [name, address] = end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)]
  return { name: name.trim(), address: withoutBrackets(address.trim()), line }
}

function withoutBrackets(address: string): string {
  return address.replace(/^\[(.*)\]$/, '$1')
}
