/** Learns the other host keys of a server over a connection that a pinned one has verified. */
import { fingerprintOf, type ServerConnection } from '@longshore/remote/ssh'
import type { StoredHostKey } from './servers.schemas.ts'
import { commandMs, readKeyLines } from './workflow/servers.context.ts'

const files = ['ed25519', 'ecdsa', 'rsa'].map((type) => `/etc/ssh/ssh_host_${type}_key.pub`)

/**
 * A scan requests each type in a separate connection, so a man in the middle could show a foreign key of one type; what
 * the server itself reports can't be foreign. Returns null if the pins stay unchanged, also if the files are elsewhere.
 */
export async function learnHostKeys(
  connection: Pick<ServerConnection, 'run'>,
  pins: readonly StoredHostKey[],
  signal: AbortSignal,
): Promise<StoredHostKey[] | null> {
  const answer = await connection.run(['cat', ...files], { deadlineMs: commandMs, maxOutputBytes: 65_536, signal })
  const own = readKeyLines(answer.stdout.split('\n'))
  if (!pins.some((pin) => own.some((key) => key.key === pin.key))) return null
  const pinnedAt = new Date().toISOString()
  const learnt = own.map(
    (key) => pins.find((pin) => pin.key === key.key) ?? { ...key, fingerprint: fingerprintOf(key), pinnedAt },
  )
  const isSame = learnt.length === pins.length && learnt.every((key) => pins.includes(key))
  return isSame ? null : learnt
}
