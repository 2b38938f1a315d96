/** Labels of Traefik and Caddy: services that are public, and their ports. */
import { entriesOf, itemsOf, type Located } from '../formats/located.ts'
import type { FoundPort } from './read-ports.ts'

export function readLabelPorts(node: Located | undefined): { ports: FoundPort[]; isRouted: boolean } {
  const labels = readLabels(node)
  const ports = labels.flatMap(([key, value, line]) => {
    const port = /^traefik\.http\.services\.[^.]+\.loadbalancer\.server\.port$/.test(key) ? Number(value) : Number.NaN
    return Number.isInteger(port) && port > 0 && port < 65_536 ? [{ port, line, text: `${key}=${value}` }] : []
  })
  return { ports, isRouted: labels.some(([key]) => /^traefik\.http\.routers\.|^caddy(?:\.|$)/.test(key)) }
}

function readLabels(node: Located | undefined): [key: string, value: string, line: number][] {
  const mapped = entriesOf(node).map(([key, value, line]): [string, string, number] => [
    key,
    value.kind === 'scalar' ? value.text : '',
    line,
  ])
  const listed = itemsOf(node).flatMap((item): [string, string, number][] => {
    const [key = '', ...rest] = item.kind === 'scalar' ? item.text.split('=') : []
    return key === '' ? [] : [[key, rest.join('='), item.line]]
  })
  return [...mapped, ...listed]
}
