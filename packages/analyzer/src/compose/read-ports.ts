/** Reads ports inside the container, from `ports` (short and long form) and `expose`. */
import { entriesOf, itemsOf, type Located, textAt } from '../formats/located.ts'
import { type Notes, note } from './compose-warning.ts'
import { interpolate } from './interpolate.ts'
import type { ComposeVariable } from './read-environment.ts'

export interface FoundPort {
  readonly port: number
  readonly line: number
  readonly text: string
  /** False for ports whose usual protocol isn't HTTP, such as that of a database. */
  readonly isHttp: boolean
}

/** Ports of mail, name, shell, database, queue, and game servers. */
const rawPorts: ReadonlySet<number> = new Set([
  20, 21, 22, 23, 25, 53, 110, 119, 123, 135, 139, 143, 161, 389, 445, 465, 514, 587, 636, 853, 873, 990, 993, 995,
  1194, 1433, 1521, 1883, 2049, 3306, 3389, 4222, 5222, 5269, 5432, 5672, 5900, 6379, 6697, 8883, 9042, 9092, 10_001,
  11_211, 19_132, 25_565, 27_015, 27_017, 51_820,
]) // biome-ignore format: one list

/** TCP only; the first port of a range. */
export function readPorts(node: Located | undefined, notes: Notes): FoundPort[] {
  return itemsOf(node).flatMap((item) => {
    noteRawPort(item, notes)
    const port = item.kind === 'map' ? readLong(item) : item.kind === 'scalar' ? readShort(item.text) : null
    const text = item.kind === 'scalar' ? item.text : `target: ${textAt(item, 'target') ?? ''}`
    return port === null ? [] : [{ port, line: item.line, text, isHttp: !rawPorts.has(port) }]
  })
}

/** Also accepts a map, a common mistake: `expose: { 3000: }`. */
export function readExpose(node: Located | undefined): FoundPort[] {
  if (node?.kind === 'map') return entriesOf(node).flatMap(([key, , line]) => toFound(key, line))
  return itemsOf(node).flatMap((item) => (item.kind === 'scalar' ? toFound(item.text, item.line) : []))
}

/** nginx-proxy connects to this port. */
export function readVirtualPort(environment: readonly ComposeVariable[]): FoundPort[] {
  return environment.flatMap(({ key, value, line }) => {
    const port = key === 'VIRTUAL_PORT' ? toPort(value ?? '') : null
    return port === null ? [] : [{ port, line, text: `VIRTUAL_PORT=${port}`, isHttp: true }]
  })
}

/** A port on the loopback address is only for the server itself. */
function noteRawPort(item: Located, notes: Notes): void {
  const text = item.kind === 'scalar' ? (interpolate(item.text).text ?? lastLiteral(item.text)) : ''
  const isUdp = /\/udp$/i.test(text) || textAt(item, 'protocol')?.toLowerCase() === 'udp'
  const target = item.kind === 'map' ? (textAt(item, 'target') ?? '') : text.replace(/\/\w{1,10}$/, '')
  const port = toPort(target.slice(target.lastIndexOf(':') + 1))
  const isLocal = /^(?:127\.|localhost:|\[::1\])/.test(text) || /^127\./.test(textAt(item, 'host_ip') ?? '')
  if (port === null || isLocal || !(isUdp || rawPorts.has(port))) return
  note(notes, 'compose_port_raw', {
    message: `port ${port}/${isUdp ? 'udp' : 'tcp'} isn’t published on the server.`,
    line: item.line,
    instead: 'Raw TCP and UDP aren’t supported yet. Other services reach it by name.',
  })
}

function toFound(text: string, line: number): FoundPort[] {
  const port = readShort(text)
  return port === null ? [] : [{ port, line, text, isHttp: !rawPorts.has(port) }]
}

function readLong(item: Located): number | null {
  if (textAt(item, 'protocol')?.toLowerCase() === 'udp') return null
  return toPort(interpolate(textAt(item, 'target') ?? '').text ?? '')
}

/** Parses `[address:][published:]container[/protocol]`; an address can be IPv6 in brackets. */
function readShort(text: string): number | null {
  const resolved = interpolate(text).text ?? lastLiteral(text)
  const [place = '', protocol = 'tcp'] = resolved.split('/')
  if (protocol.trim().toLowerCase() !== 'tcp') return null
  return toPort(place.slice(place.lastIndexOf(':') + 1))
}

/** In `${PORT}:3000`, the published port is unknown, the container port isn't. */
function lastLiteral(text: string): string {
  return /:(\d+(?:-\d+)?(?:\/\w+)?)$/.exec(text)?.[1] ?? ''
}

function toPort(text: string): number | null {
  const port = Number(/^\s*(\d{1,5})(?:-\d{1,5})?\s*$/.exec(text)?.[1] ?? 'none')
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : null
}
