/**
 * Who listens on the ports of the proxy: `ss`, or /proc/net/tcp where there is no `ss`, read and judged. A listener on one
 * address, even loopback, keeps the proxy from listening on all of them.
 */

import { sanitizeText } from '../ssh/index.ts'
import { fine, found, type Outcome } from './findings.ts'

export const proxyPorts = [80, 443] as const

export interface Listener {
  port: number
  /** Undefined when only root may see it. */
  program: string | undefined
}

export interface Publisher {
  port: number
  container: string
}

export function evaluatePorts(
  listeners: readonly Listener[],
  publishers: readonly Publisher[],
  isOurs: boolean,
): Outcome {
  const taken = proxyPorts.flatMap((port) => {
    const listener = listeners.find((each) => each.port === port)
    const publisher = publishers.find((each) => each.port === port)
    return listener === undefined && publisher === undefined ? [] : [{ port, who: nameHolder(listener, publisher) }]
  })
  if (taken.length === 0) return fine('Ports 80 and 443 are free.')
  // Our proxy uses the host's network, so no container publishes the ports; the program that listens is Caddy.
  if (isOurs && publishers.length === 0) return fine('longshore-proxy uses ports 80 and 443.')
  return found('ports_taken', {}, `${taken.map(({ port, who }) => `${port}: ${who}`).join(', ')}.`)
}

function nameHolder(listener: Listener | undefined, publisher: Publisher | undefined): string {
  if (publisher !== undefined) return `the container ${sanitizeText(publisher.container, 60)}`
  return listener?.program === undefined ? 'a program that only root can see' : sanitizeText(listener.program, 40)
}

/** `ss -Hltnp`: state, two queues, local address, peer, and with enough rights the users. */
export function readSocketStatistics(text: string): Listener[] {
  return text
    .slice(0, 262_144)
    .split('\n')
    .flatMap((line) => {
      const local = line.trim().split(/\s+/)[3]
      if (local === undefined) return []
      const port = Number(/:(\d{1,5})$/.exec(local)?.[1] ?? Number.NaN)
      const program = /users:\(\("([^"]{1,64})"/.exec(line)?.[1]
      return Number.isNaN(port) ? [] : [{ port, program }]
    })
}

/** /proc/net/tcp and tcp6: `sl local_address rem_address st …`, in hexadecimal; state 0A listens. */
export function readProcNet(text: string): Listener[] {
  return text
    .slice(0, 1_048_576)
    .split('\n')
    .flatMap((line) => {
      const [, local = '', , state] = line.trim().split(/\s+/)
      const port = local.split(':')[1] ?? ''
      if (state !== '0A' || !/^[0-9A-F]{4}$/.test(port)) return []
      return [{ port: Number.parseInt(port, 16), program: undefined }]
    })
}

/** `docker ps --format '{{.Names}}\t{{.Ports}}'`. */
export function readPublishers(text: string): Publisher[] {
  return text
    .slice(0, 262_144)
    .split('\n')
    .flatMap((line) => {
      const [container = '', ports = ''] = line.split('\t')
      return proxyPorts
        .filter((port) => ports.split(', ').some((each) => isPublished(each, port)))
        .map((port) => ({ port, container }))
    })
}

/** `0.0.0.0:80->80/tcp`, `[::]:8000-8010->8000-8010/tcp`. */
function isPublished(text: string, port: number): boolean {
  const [, first, last = first] = /:(\d{1,5})(?:-(\d{1,5}))?->/.exec(text.slice(0, 128)) ?? []
  return first !== undefined && Number(first) <= port && port <= Number(last)
}
