/** Reads ports inside the container, from `ports` (short and long form) and `expose`. */
import { entriesOf, itemsOf, type Located, textAt } from '../formats/located.ts'
import { interpolate } from './interpolate.ts'

export interface FoundPort {
  readonly port: number
  readonly line: number
  readonly text: string
}

/** TCP only; the first port of a range. */
export function readPorts(node: Located | undefined): FoundPort[] {
  return itemsOf(node).flatMap((item) => {
    const port = item.kind === 'map' ? readLong(item) : item.kind === 'scalar' ? readShort(item.text) : null
    const text = item.kind === 'scalar' ? item.text : `target: ${textAt(item, 'target') ?? ''}`
    return port === null ? [] : [{ port, line: item.line, text }]
  })
}

/** Also accepts a map, a common mistake: `expose: { 3000: }`. */
export function readExpose(node: Located | undefined): FoundPort[] {
  if (node?.kind === 'map') return entriesOf(node).flatMap(([key, , line]) => toFound(key, line))
  return itemsOf(node).flatMap((item) => (item.kind === 'scalar' ? toFound(item.text, item.line) : []))
}

function toFound(text: string, line: number): FoundPort[] {
  const port = readShort(text)
  return port === null ? [] : [{ port, line, text }]
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
