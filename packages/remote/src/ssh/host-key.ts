/** A server's public key as OpenSSH writes it, and the fingerprint that people compare. */
import { createHash } from 'node:crypto'

export interface HostKey {
  /** For example `ssh-ed25519`. */
  type: string
  /** Base64, as in known_hosts. */
  key: string
}

export function fingerprintOf(hostKey: HostKey): string {
  const digest = createHash('sha256').update(Buffer.from(hostKey.key, 'base64')).digest('base64')
  return `SHA256:${digest.replaceAll('=', '')}`
}
