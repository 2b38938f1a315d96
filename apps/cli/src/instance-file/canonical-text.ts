/**
 * Text in the form that the instance stores, so that another spelling of the same value isn't a change. Text that the instance
 * would reject stays as it is. A test compares the results with those of the server. Pure.
 */
import { isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'

export function trim(text: string): string {
  return text.trim()
}

/** ASCII, without the dot of the root. */
export function toHostname(text: string): string {
  const bare = text.endsWith('.') ? text.slice(0, -1) : text
  return domainToASCII(bare) || text.toLowerCase()
}

export function toServerHost(text: string): string {
  const lower = text.toLowerCase()
  if (!isIPv6(lower) || lower.includes('%') || lower.includes('.')) return lower
  return URL.parse(`http://[${lower}]`)?.hostname.slice(1, -1) ?? lower
}

/** URL of a Git provider: without a slash at the end. */
export function toBaseUrl(text: string): string {
  const isPlain = /^https?:\/\/[\x21-\x7e]+$/i.test(text) && !/[@\\%]|:\/\/\//.test(text)
  const url = isPlain ? URL.parse(text) : null
  if (url === null) return text
  return `${url.protocol}//${url.host}${withoutSlashes(url.pathname)}${url.search}${url.hash}`
}

/** URL of S3-compatible storage: scheme, host, and port. */
export function toEndpoint(text: string): string {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return text
  const more = `${url.search}${url.hash}${url.username}${url.password}`
  return url.pathname === '/' && more === '' ? url.origin : text
}

/** URL of a notification channel: without a slash at the end. */
export function toChannelUrl(text: string): string {
  const isUrl = text.startsWith('https://') || text.startsWith('http://')
  return isUrl && text.endsWith('/') ? text.slice(0, -1) : text
}

const dockerHub = new Set([
  'docker.io',
  'index.docker.io',
  'registry-1.docker.io',
  'hub.docker.com',
  'index.docker.io/v1',
])

export function toRegistryHost(text: string): string {
  const lower = text.trim().toLowerCase()
  const bare = lower.startsWith('https://') ? lower.slice('https://'.length) : lower
  const host = bare.endsWith('/') ? bare.slice(0, -1) : bare
  return dockerHub.has(host) ? 'docker.io' : host
}

/** Path in a repository. `.` is the root. */
export function toRepositoryPath(text: string): string {
  if (text.startsWith('/') || text.includes('\\')) return text
  const parts = text.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 ? '.' : parts.join('/')
}

/** URL of a repository: without `.git` and slashes at the end. */
export function toRepositoryUrl(text: string): string {
  const url = /^https?:\/\/[^\s\\]+$/i.test(text) && !/[?#]/.test(text) ? URL.parse(text) : null
  if (url === null || url.username !== '' || url.password !== '') return text
  const path = decode(withoutSlashes(url.pathname))
  const name = path.toLowerCase().endsWith('.git') ? path.slice(0, -'.git'.length) : path
  return `${url.origin}${name.split('/').map(encodeURIComponent).join('/')}`
}

function withoutSlashes(path: string): string {
  return path.replace(/\/{1,10}$/, '')
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
