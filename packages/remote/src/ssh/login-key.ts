/** Keys for logins on servers: generated here, or read from user input. For the worker only. */
import { generateKeyPairSync } from 'node:crypto'
import { Deadline } from '@longshore/process/deadline'
import { removeRuntimeDirectory } from '@longshore/process/runtime-directory'
import type { LoginKey } from './connection.ts'
import { startAgent } from './private-agent.ts'
import { writeOpenSsh } from './private-key-format.ts'
import { createSocketDirectory } from './socket-directory.ts'

const comment = /^[A-Za-z0-9@._:+-]{1,100}$/
const deadlineMs = 10_000

export interface LoginKeyPair {
  /** OpenSSH format. A secret. */
  privateKey: string
  /** One line for authorized_keys. */
  publicKey: string
}

/** Generates an Ed25519 key in memory. The comment shows people on the server who owns the key. */
export function generateKeyPair(name: string): LoginKeyPair {
  if (!comment.test(name)) throw new TypeError('the comment of a key is one plain word')
  const { privateKey } = generateKeyPairSync('ed25519')
  const written = writeOpenSsh(privateKey, name)
  return { privateKey: written.text, publicKey: `${written.publicKey} ${name}` }
}

/**
 * Returns the public half of a key after opening it. Throws `key_unreadable`, `key_too_weak`, `key_passphrase_needed`,
 * or `key_passphrase_wrong`.
 */
export async function readPublicKey(key: LoginKey): Promise<string> {
  const folder = await createSocketDirectory()
  using deadline = new Deadline(deadlineMs)
  try {
    await using agent = await startAgent(`${folder}/a`, key, deadline.signal)
    return agent.publicKey
  } finally {
    await removeRuntimeDirectory(folder)
  }
}
