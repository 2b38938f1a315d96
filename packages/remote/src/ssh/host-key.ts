/** The public key of a server in OpenSSH's format, and the fingerprint that people compare. */
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

/** Key types that a connection can rely on; DSA and SHA-1 aren't included. */
const pinnableTypes = new Set([
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-rsa',
])

/** Valid for a line of known_hosts: a known type, and a key whose own bytes name the same type. */
export function isPinnable(hostKey: HostKey): boolean {
  if (!pinnableTypes.has(hostKey.type) || !/^[A-Za-z0-9+/]{16,4000}={0,2}$/.test(hostKey.key)) return false
  const bytes = Buffer.from(hostKey.key, 'base64')
  return (
    bytes.length > 4 + hostKey.type.length &&
    bytes.subarray(4, 4 + hostKey.type.length).toString('latin1') === hostKey.type
  )
}
