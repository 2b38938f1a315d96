/** Addresses of providers and names of repositories; pure. Names become parts of paths, so only harmless letters are taken. */

export function normaliseBaseUrl(text: string): string {
  // What the parser would quietly drop or translate is left as it is, to be refused.
  const url = /^[\x21-\x7e]+$/.test(text) && !/[@\\]/.test(text) ? URL.parse(text) : null
  if (url === null) return text
  const path = url.pathname.replace(/\/{1,10}$/, '')
  return `${url.protocol}//${url.host}${path}${url.search}${url.hash}`
}

/** As `normaliseBaseUrl` leaves it; whether it may be connected to is decided by the worker, by address. */
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

/** Numbers, or the UUID in braces that Bitbucket uses. */
export function isProviderRepositoryId(text: string): boolean {
  return /^(?:[1-9]\d{0,18}|\{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\})$/.test(text)
}

/** Of a URL that somebody pasted: where the repository is. Null: not an http(s) URL of one. */
export function readRepositoryUrl(text: string): { baseUrl: string; fullName: string } | null {
  if (text.length > 500 || !/^https?:\/\/[\x21-\x7e]+$/.test(text) || text.includes('\\') || text.includes('@'))
    return null
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return null
  const fullName = decodePath(url.pathname)
    ?.replace(/^\/|\/$/g, '')
    .replace(/\.git$/, '')
  if (fullName === undefined || !isFullName(fullName)) return null
  return { baseUrl: `${url.protocol}//${url.host}`, fullName }
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
