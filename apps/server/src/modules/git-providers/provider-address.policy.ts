/**
 * URLs of providers and names of repositories; pure. Names become parts of paths, so only safe characters are allowed.
 */

/** Public instance of each kind; Gitea has none. */
export const publicBaseUrls: { readonly [Kind in 'github' | 'gitlab' | 'bitbucket' | 'gitea']: string | null } = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  bitbucket: 'https://bitbucket.org',
  gitea: null,
}

export function normalizeBaseUrl(text: string): string {
  // Text that the parser would silently drop or translate is passed on unchanged, to be rejected.
  const url = /^https?:\/\/[\x21-\x7e]+$/i.test(text) && !/[@\\%]|:\/\/\//.test(text) ? URL.parse(text) : null
  if (url === null) return text
  const path = url.pathname.replace(/\/{1,10}$/, '')
  return `${url.protocol}//${url.host}${path}${url.search}${url.hash}`
}

/** Whether the URL is normalized by `normalizeBaseUrl`. The worker decides by IP address whether it can connect. */
export function isBaseUrl(text: string): boolean {
  if (!/^https?:\/\/[\w.:[\]-]{1,260}(?:\/[\w.~-]{1,60}){0,4}$/.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === '' && !/\/\.{1,2}(?:\/|$)/.test(text)
}

const segment = /^[\p{L}\p{N}_.-]{1,100}$/u

/** `owner/name` or `group/subgroup/name`. */
export function isFullName(text: string): boolean {
  const parts = text.split('/')
  if (parts.length < 2 || parts.length > 22 || text.length > 300) return false
  return parts.every(
    (part) => segment.test(part) && !part.startsWith('-') && part !== '.' && part !== '..' && !part.endsWith('.git'),
  )
}

/** Matches the last part of a full name alone. A number is an identifier. */
export function isRepositoryName(text: string): boolean {
  return !isProviderRepositoryId(text) && isFullName(`owner/${text}`) && !text.includes('/')
}

/** Matches numbers, or the UUID in braces that Bitbucket uses. */
export function isProviderRepositoryId(text: string): boolean {
  return /^(?:[1-9]\d{0,18}|\{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\})$/.test(text)
}

export interface RepositoryAddress {
  /** The given URL, without parts that git doesn't need. */
  url: string
  baseUrl: string
  /** A hostname, or an IP address without brackets. */
  host: string
  port: number
  isPlain: boolean
  fullName: string
}

/** Parses the pasted URL of a repository. Returns null if it isn't an http(s) URL of one. */
export function readRepositoryUrl(text: string): RepositoryAddress | null {
  if (text.length > 500 || !/^https?:\/\/[\x21-\x7e]+$/.test(text) || /[\\@?#]/.test(text)) return null
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return null
  const path = decodePath(url.pathname)?.replace(/^\/|\/$/g, '')
  if (path === undefined || path === '') return null
  const name = path.replace(/\.git$/, '')
  // A single-user server may have its repositories at the top level.
  const fullName = name.includes('/') ? name : `${url.hostname.replace(/[[\]:]/g, '_')}/${name}`
  if (!isFullName(fullName)) return null
  const isPlain = url.protocol === 'http:'
  return {
    url: `${url.origin}/${path.split('/').map(encodeURIComponent).join('/')}`,
    baseUrl: url.origin,
    host: url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname,
    port: url.port === '' ? (isPlain ? 80 : 443) : Number(url.port),
    isPlain,
    fullName,
  }
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
