/**
 * Finds programs that listen on the ports of the proxy, with `ss`, or /proc/net/tcp where there is no `ss`. A listener
 * on one address, even loopback, keeps the proxy from listening on all of them.
 */

import { sanitizeText } from '../ssh/index.ts'
import { fine, found, type Outcome } from './findings.ts'

export const proxyPorts = [80, 443] as const

export interface Listener {
  port: number
  /** Undefined if only root can see it. */
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
  // Our proxy uses the host network, so no container publishes the ports; the program that listens is Caddy.
  if (isOurs && publishers.length === 0) return fine('longshore-proxy uses ports 80 and 443.')
  return found('ports_taken', {}, `${taken.map(({ port, who }) => `${port}: ${who}`).join(', ')}.`)
}

function nameHolder(listener: Listener | undefined, publisher: Publisher | undefined): string {
  if (publisher !== undefined) return `the container ${sanitizeText(publisher.container, 60)}`
  return listener?.program === undefined ? 'a program that only root can see' : sanitizeText(listener.program, 40)
}

/** Parses `ss -Hltnp`: state, two queues, local address, peer, and with enough privileges the users. */
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

/** Parses /proc/net/tcp and tcp6: `sl local_address rem_address st …`, in hexadecimal; state 0A means listening. */
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

/** Parses `docker ps --format '{{.Names}}\t{{.Ports}}'`. */
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

/** Matches `0.0.0.0:80->80/tcp` and `[::]:8000-8010->8000-8010/tcp`. */
function isPublished(text: string, port: number): boolean {
  const [, first, last = first] = /:(\d{1,5})(?:-(\d{1,5}))?->/.exec(text.slice(0, 128)) ?? []
  return first !== undefined && Number(first) <= port && port <= Number(last)
}
