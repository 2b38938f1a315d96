/** Normalizes the URL of an instance. */
import { CliError } from '../exit-codes.ts'

export function parseInstanceUrl(text: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.parse(withScheme)
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new CliError('usage', `“${text}” isn't an instance URL.`, 'Use a URL such as https://deploy.example.com')
  return url.origin + (url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname)
}

/** Whether others on the network could read the requests. */
export function isPlainHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
  return protocol === 'http:' && !isLocal
}
