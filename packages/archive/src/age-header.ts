/**
 * Reads and writes the header of an age file with the library. The payload is ours (age-payload.ts): the library's
 * version is written in JavaScript and would keep the worker busy for most of a backup.
 */
import { Decrypter, Encrypter } from 'age-encryption'
import { ArchiveError } from './archive-error.ts'

/** Size limit of the text before the payload. Each recipient takes about a hundred bytes. */
const maxHeaderBytes = 16 << 10
const intro = Buffer.from('age-encryption.org/v1\n')
const lastLine = Buffer.from('\n--- ')

export interface Header {
  readonly bytes: Buffer
  readonly fileKey: Uint8Array
}

export async function writeHeader(recipients: readonly string[]): Promise<Header> {
  let fileKey: Uint8Array | undefined
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  // This recipient receives the key and adds nothing to the header.
  encrypter.addRecipient({
    wrapFileKey(key) {
      fileKey = Uint8Array.from(key)
      return []
    },
  })
  const whole = Buffer.from(await encrypter.encrypt(''))
  const end = findEnd(whole)
  if (fileKey === undefined || end === null) throw new Error('the header of an age file could not be made')
  return { bytes: whole.subarray(0, end), fileKey }
}

/** Returns null when more bytes are needed. */
export function splitHeader(start: Buffer): { header: Buffer; rest: Buffer } | null {
  const known = start.subarray(0, intro.length)
  if (!known.equals(intro.subarray(0, known.length))) throw new ArchiveError('not_an_archive')
  const end = findEnd(start)
  if (end !== null) return { header: start.subarray(0, end), rest: start.subarray(end) }
  if (start.length > maxHeaderBytes) throw new ArchiveError('not_an_archive')
  return null
}

export async function openHeader(header: Buffer, identity: string): Promise<Uint8Array> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  try {
    return await decrypter.decryptHeader(header)
  } catch (error) {
    const isOther = error instanceof Error && error.message.includes('no identity matched')
    throw new ArchiveError(isOther ? 'wrong_key' : 'damaged', { cause: error })
  }
}

function findEnd(bytes: Buffer): number | null {
  const last = bytes.indexOf(lastLine)
  if (last < 0) return null
  const end = bytes.indexOf('\n', last + lastLine.length)
  return end < 0 ? null : end + 1
}
