/** Grammar of repository names and URLs; pure. */

/** At least two parts with `/` between them; nothing that would change the resulting URL. */
export function isRepositoryName(name: string): boolean {
  const parts = name.split('/')
  return name.length <= 500 && parts.length >= 2 && parts.length <= 20 && parts.every(isNamePart)
}

/**
 * Returns the normalized URL, without `.git` and a trailing slash, and the name in it. Returns undefined for anything
 * but a repository URL: other schemes, credentials, a query or a fragment, no path.
 */
export function parseRepositoryUrl(text: string): { url: string; fullName: string } | undefined {
  if (text.length > 2_000 || !/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const hasMore = url.username !== '' || url.password !== '' || /[?#]/.test(text)
  if (hasMore || url.hostname === '' || url.hostname.startsWith('-')) return undefined
  let path = decode(url.pathname)
  while (path.endsWith('/')) path = path.slice(0, -1)
  if (path.toLowerCase().endsWith('.git')) path = path.slice(0, -4)
  const fullName = path.slice(1)
  if (fullName.length > 500 || !fullName.split('/').every(isNamePart)) return undefined
  return { url: `${url.origin}/${fullName.split('/').map(encodeURIComponent).join('/')}`, fullName }
}

/** Returns the repository's name if the URL is below that of a provider. */
export function nameBelow(baseUrl: string, url: string): string | undefined {
  const parsed = parseRepositoryUrl(url)
  const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`
  if (parsed === undefined || !parsed.url.toLowerCase().startsWith(base.toLowerCase())) return undefined
  const name = decode(parsed.url.slice(base.length))
  return isRepositoryName(name) ? name : undefined
}

function isNamePart(part: string): boolean {
  if (part === '' || part === '.' || part === '..' || part.startsWith('-')) return false
  return ![...part].some(
    (character) => character <= ' ' || character === '\u007f' || '\\?#%:@"\'`$<>|;&*()[]{}^'.includes(character),
  )
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // An incomplete escape sequence: not a valid name.
    return '/%'
  }
}
