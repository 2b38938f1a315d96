/** Whether a hostname is reachable from the internet, by its form alone; pure. */
import { isIP } from 'node:net'

export function isPrivateHost(hostname: string): 'this-machine' | 'private' | null {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1' || host === '0.0.0.0') return 'this-machine'
  if (isIP(host) === 4) {
    if (host.startsWith('127.')) return 'this-machine'
    return /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)/.test(host) ? 'private' : null
  }
  if (isIP(host) === 6) return /^f[cd]|^fe[89ab]/i.test(host) ? 'private' : null
  return /\.(?:local|lan|internal|home\.arpa)$/.test(host) || !host.includes('.') ? 'private' : null
}
