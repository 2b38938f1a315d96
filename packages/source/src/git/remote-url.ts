/** Decides which URLs are passed to git. Pure. Everything that isn't plainly an https (or http) URL is rejected. */
import { failure } from './failures.ts'

export interface RemoteUrl {
  readonly protocol: 'https' | 'http'
  /** IPv6 addresses have no brackets here. */
  readonly host: string
  readonly port: number
  /** The URL that git gets: parsed and written again. */
  readonly text: string
}

const maxLength = 2_000
/**
 * Rejects blanks, quotes, backslashes, control characters, and their percent-encoded forms: no repository path needs
 * them.
 */
const pathShape = /^\/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*$/
const hostShape = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?)$/

export function parseRemoteUrl(text: string): RemoteUrl {
  const url = text.length <= maxLength && /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) throw failure('url_invalid')
  const protocol = url.protocol === 'https:' ? 'https' : 'http'
  if (url.username !== '' || url.password !== '') throw failure('url_invalid', { detail: 'it holds a user name' })
  if (url.search !== '' || url.hash !== '' || text.includes('?') || text.includes('#')) throw failure('url_invalid')
  // DNS ignores a trailing dot, but the list of pinned addresses doesn't.
  const name = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname
  if (name.length > 253 || !hostShape.test(name)) throw failure('url_invalid')
  if (!isPlainPath(url.pathname)) throw failure('url_invalid')
  const port = url.port === '' ? (protocol === 'https' ? 443 : 80) : Number(url.port)
  if (port === 0) throw failure('url_invalid')
  const authority = url.port === '' ? name : `${name}:${url.port}`
  return { protocol, host: name.replaceAll(/[[\]]/g, ''), port, text: `${protocol}://${authority}${url.pathname}` }
}

function isPlainPath(path: string): boolean {
  if (path === '/' || !pathShape.test(path)) return false
  const parts = path.split('/').map((part) => decode(part))
  return parts.every((part) => part !== undefined && part !== '.' && part !== '..' && !/[\p{Cc}/\\]/u.test(part))
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
