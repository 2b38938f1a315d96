/**
 * Hostnames that a file gives to another proxy: Traefik (version 1 and later), caddy-docker-proxy, and nginx-proxy.
 * A person decides which of them Longshore attaches.
 */
import { type Notes, note } from './compose-warning.ts'
import { interpolate } from './interpolate.ts'
import type { ComposeVariable } from './read-environment.ts'
import type { Label } from './read-labels.ts'

export interface ComposeDomain {
  readonly hostname: string
  /** Null for all paths. */
  readonly path: string | null
  readonly line: number
  /** The original text. */
  readonly text: string
}

interface Route {
  readonly hosts: readonly string[]
  readonly path: string | null
}

const maxLength = 2_000
const maxDomains = 20
const hostname = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/
const local = /(?:^|\.)(?:localhost|local|internal|test|example|invalid)$/

export function readDomains(
  { labels, environment }: { labels: readonly Label[]; environment: readonly ComposeVariable[] },
  notes: Notes,
): ComposeDomain[] {
  const hosts = environment.filter(({ key, value }) => key === 'VIRTUAL_HOST' && value !== null)
  const isOff = labels.some(([key, value]) => key === 'traefik.enable' && value === 'false')
  const read = isOff ? labels.filter(([key]) => !key.startsWith('traefik.')) : labels
  const stated = [...read, ...hosts.map(({ key, value, line }): Label => [key, value ?? '', line])]
  const found = stated.flatMap(([key, value, line]) => {
    const text = interpolate(value.slice(0, maxLength)).text
    const routesOf = readerOf(key)
    return text === null || routesOf === null
      ? []
      : routesOf(text).flatMap((route) => domainsOf(route, { key, line, text: `${key}=${text}` }, notes))
  })
  const once = new Map(found.map((domain) => [`${domain.hostname} ${domain.path}`, domain]))
  return [...once.values()].slice(0, maxDomains)
}

function readerOf(key: string): ((text: string) => Route[]) | null {
  if (/^traefik\.http\.routers\.[^.]{1,200}\.rule$/.test(key)) return readRule
  if (/^traefik\.(?:[^.]{1,200}\.)?frontend\.rule$/.test(key)) return readFirstVersion
  if (/^caddy(?:_\d{1,4})?$/.test(key)) return readSites
  return key === 'VIRTUAL_HOST' ? readHosts : null
}

/** `Host(`a.example.com`) && PathPrefix(`/api`)`. A rule that excludes something is too special to offer. */
function readRule(text: string): Route[] {
  if (text.includes('!')) return []
  const hosts = valuesOf(text, /\bHost(?:Regexp)?\(([^()]{1,1000})\)/g)
  const [path = null] = valuesOf(text, /\bPath(?:Prefix)?\(([^()]{1,1000})\)/g)
  return [{ hosts, path }]
}

function valuesOf(text: string, calls: RegExp): string[] {
  return [...text.matchAll(calls)].flatMap(([, list = '']) =>
    list.split(',').map((value) => value.trim().replace(/^[`"']|[`"']$/g, '')),
  )
}

/** `Host:a.example.com,b.example.com;PathPrefix:/api`. */
function readFirstVersion(text: string): Route[] {
  const parts = new Map(
    text.split(';').map((part) => {
      const [name = '', ...values] = part.split(':')
      return [
        name.trim(),
        values
          .join(':')
          .split(',')
          .map((value) => value.trim()),
      ] as const
    }),
  )
  const path = parts.get('PathPrefix') ?? parts.get('Path') ?? parts.get('PathPrefixStrip') ?? []
  return [{ hosts: parts.get('Host') ?? [], path: path[0] ?? null }]
}

/** `https://a.example.com, b.example.com/api/*`. A name in parentheses is a snippet. */
function readSites(text: string): Route[] {
  return text.split(/[\s,]+/).flatMap((site) => {
    if (site === '' || site.startsWith('(')) return []
    const [host = '', ...path] = site.replace(/^https?:\/\//, '').split('/')
    const rest = path.join('/').replace(/\*$/, '')
    return [{ hosts: [host.replace(/:\d{1,5}$/, '')], path: rest === '' ? null : `/${rest}` }]
  })
}

function readHosts(text: string): Route[] {
  return [{ hosts: text.split(',').map((host) => host.trim().replace(/:\d{1,5}$/, '')), path: null }]
}

function domainsOf(
  { hosts, path: stated }: Route,
  { key, line, text }: { key: string; line: number; text: string },
  notes: Notes,
): ComposeDomain[] {
  const path = stated === null || stated === '/' || !stated.startsWith('/') ? null : stated.slice(0, 200)
  const domains = hosts.flatMap((host): ComposeDomain[] => {
    const name = host.toLowerCase()
    if (hostname.test(name)) return local.test(name) ? [] : [{ hostname: name, path, line, text }]
    if (/[*{~^\\]/.test(name)) notePattern(name, { key, line, notes })
    return []
  })
  if (path !== null && domains.length > 0)
    note(notes, 'compose_route_changed', {
      message: `"${key}" only routes ${path}, and Longshore routes all paths of a hostname to one service.`,
      line,
      instead: 'Use a hostname for each service, or a proxy of your own as a service.',
    })
  return domains
}

function notePattern(host: string, { key, line, notes }: { key: string; line: number; notes: Notes }): void {
  note(notes, 'compose_route_changed', {
    message: `"${key}" has the pattern ${host.slice(0, 100)}, which isn’t offered as a domain.`,
    line,
    instead: 'Attach the hostnames that you need to the environment.',
  })
}
