/** Parses the URL of a request. Rejects URLs that two parsers could read differently. */
import { isIP } from 'node:net'
import { isHost } from '@longshore/addresses'
import { OutboundError } from './outbound-error.ts'

export interface Destination {
  /** A hostname, or an IP address without brackets. */
  host: string
  port: number
  /** Path and query. */
  path: string
  isPlain: boolean
}

const maximumLength = 8_192

export function parseDestination(text: string): Destination {
  // The URL parser drops tabs and line ends and treats backslashes as slashes; other programs don't.
  if (text.length > maximumLength || !/^https?:\/\/[\x21-\x7e]+$/.test(text) || text.includes('\\'))
    throw new OutboundError('invalid_url')
  const url = URL.parse(text)
  if (url === null || url.hash !== '' || hasUser(text)) throw new OutboundError('invalid_url')
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  if (isIP(host) === 0 && !isHost(host)) throw new OutboundError('invalid_url')
  const isPlain = url.protocol === 'http:'
  const port = url.port === '' ? (isPlain ? 80 : 443) : Number(url.port)
  if (port < 1) throw new OutboundError('invalid_url')
  return { host, port, path: `${url.pathname}${url.search}`, isPlain }
}

/** Also detects an empty user, which the parsed URL no longer shows. */
function hasUser(text: string): boolean {
  const authority = text.slice(text.indexOf('://') + 3).split(/[/?#]/, 1)[0] ?? ''
  return authority.includes('@')
}
