/** Labels of Traefik and Caddy: services that are public, and their ports. */
import { entriesOf, itemsOf, type Located } from '../formats/located.ts'
import type { FoundPort } from './read-ports.ts'

export type Label = readonly [key: string, value: string, line: number]

const ports: readonly RegExp[] = [
  /^traefik\.http\.services\.[^.]{1,200}\.loadbalancer\.server\.port=(\d{1,5})$/,
  /^traefik\.(?:[^.]{1,200}\.)?port=(\d{1,5})$/,
  /^caddy(?:_\d{1,4})?\.(?:\d{1,4}_)?reverse_proxy(?:_\d{1,4})?=[^{]{0,200}\{\{\s{0,9}upstreams (?:https? )?(\d{1,5})\s{0,9}\}\}$/,
]

export function readLabelPorts(labels: readonly Label[]): { ports: FoundPort[]; isRouted: boolean } {
  const found = labels.flatMap(([key, value, line]) => {
    const text = `${key}=${value.trim()}`
    const port = Number(ports.map((pattern) => pattern.exec(text)?.[1]).find((each) => each !== undefined))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? [{ port, line, text, isHttp: true }] : []
  })
  return {
    ports: found,
    isRouted: labels.some(([key]) =>
      /^traefik\.(?:http\.routers\.|(?:[^.]+\.)?frontend\.rule$)|^caddy(?:[._]|$)/.test(key),
    ),
  }
}

export function readLabels(node: Located | undefined): Label[] {
  const mapped = entriesOf(node).map(
    ([key, value, line]): Label => [key, value.kind === 'scalar' ? value.text : '', line],
  )
  const listed = itemsOf(node).flatMap((item): Label[] => {
    const [key = '', ...rest] = item.kind === 'scalar' ? item.text.split('=') : []
    return key === '' ? [] : [[key, rest.join('='), item.line]]
  })
  return [...mapped, ...listed]
}
