/**
 * Format of a sealed value: `v1.<key id>.<age file in base64url>`. The key id identifies the recipient, so that
 * rotation finds old rows without opening anything.
 *
 * Inside the age file: context length, context, value length, value, zeros up to a multiple of 64 bytes. The context
 * names where the value belongs and is checked on unsealing: a ciphertext that was moved to another row doesn't open.
 * The padding keeps a dump from distinguishing a 9 character password from a 30 character one.
 */
import { createHash } from 'node:crypto'

export interface SealContext {
  table: string
  row: string
  column: string
  organizationId: string | null
}

const maximumSealedBytes = 1 << 20
const version = 'v1'
const block = 64
const maximumContextBytes = 4096
const sealedPattern = /^v1\.([0-9a-f]{16})\.([A-Za-z0-9_-]+)$/
const recipientPattern = /^age1[02-9ac-hj-np-z]{58}$/

export function isRecipient(text: string): boolean {
  return recipientPattern.test(text)
}

export function keyIdOf(recipient: string): string {
  return createHash('sha256').update(recipient).digest('hex').slice(0, 16)
}

/** Prefix of every value sealed under this key. */
export function sealedPrefix(keyId: string): string {
  return `${version}.${keyId}.`
}

export function formatSealed(keyId: string, file: Uint8Array): string {
  return sealedPrefix(keyId) + Buffer.from(file).toString('base64url')
}

export function parseSealed(text: string): { keyId: string; file: Buffer } | undefined {
  const match = sealedPattern.exec(text)
  if (match?.[1] === undefined || match[2] === undefined) return undefined
  return { keyId: match[1], file: Buffer.from(match[2], 'base64url') }
}

export function packPlaintext(context: SealContext, value: Uint8Array): Buffer {
  const where = encodeContext(context)
  if (where.length > maximumContextBytes) throw new RangeError('the context of a sealed value is too long')
  if (value.length > maximumSealedBytes) throw new RangeError('a sealed value may have at most 1 MiB')
  const used = 4 + where.length + 4 + value.length
  const packed = Buffer.alloc(Math.ceil(used / block) * block)
  packed.writeUInt32BE(where.length, 0)
  packed.set(where, 4)
  packed.writeUInt32BE(value.length, 4 + where.length)
  packed.set(value, 8 + where.length)
  return packed
}

/** Returns undefined if the value belongs to another context. */
export function unpackPlaintext(context: SealContext, packed: Buffer): Buffer | undefined {
  const where = encodeContext(context)
  if (packed.length < 8 + where.length || packed.readUInt32BE(0) !== where.length) return undefined
  if (!packed.subarray(4, 4 + where.length).equals(where)) return undefined
  const length = packed.readUInt32BE(4 + where.length)
  const start = 8 + where.length
  return start + length <= packed.length ? packed.subarray(start, start + length) : undefined
}

function encodeContext(context: SealContext): Buffer {
  return Buffer.from(JSON.stringify([context.table, context.row, context.column, context.organizationId]))
}
