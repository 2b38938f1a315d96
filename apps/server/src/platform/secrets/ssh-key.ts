/** SSH key pairs: generates one, and identifies a given private key without using it. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { Secret } from './secret.ts'

export interface SshKeyPair {
  /** Type and key as in authorized_keys, without a comment. */
  publicKey: string
  privateKey: Secret
}

export type SshKeyFault =
  | 'not_a_private_key'
  | 'is_public_key'
  | 'passphrase_needed'
  | 'passphrase_wrong'
  | 'unsupported_type'
  | 'too_short'

/** Its message never contains a part of the key. */
export class SshKeyError extends Error {
  override readonly name = 'SshKeyError'
  readonly fault: SshKeyFault

  constructor(fault: SshKeyFault, options?: { cause: unknown }) {
    super(`the private key cannot be used: ${fault}`, options)
    this.fault = fault
  }
}

const minimumRsaBits = 3_072
const magic = Buffer.from('openssh-key-v1\0')
const curves: Record<string, string> = { 'P-256': 'nistp256', 'P-384': 'nistp384', 'P-521': 'nistp521' }
const opensshTypes = new Set(['ssh-ed25519', 'ssh-rsa', ...Object.values(curves).map((curve) => `ecdsa-sha2-${curve}`)])

export function generateSshKey(): SshKeyPair {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const [seed, point] = [bytesOf(jwk.d), bytesOf(jwk.x)]
  const blob = pack('ssh-ed25519', point)
  const check = randomBytes(4)
  const inner = Buffer.concat([check, check, pack('ssh-ed25519', point, Buffer.concat([seed, point]), '')])
  const padding = Buffer.from(Array.from({ length: (8 - (inner.length % 8)) % 8 }, (_, index) => index + 1))
  const one = Buffer.from([0, 0, 0, 1])
  const file = Buffer.concat([magic, pack('none', 'none', ''), one, pack(blob, Buffer.concat([inner, padding]))])
  const lines = file.toString('base64').match(/.{1,70}/g) ?? []
  const text = `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`
  return { publicKey: `ssh-ed25519 ${blob.toString('base64')}`, privateKey: new Secret(text) }
}

/** Returns the pair of a given private key. Throws an SshKeyError for keys that must not be used for a server. */
export function readSshKey(text: string, passphrase?: string): SshKeyPair {
  const pem = `${text.replaceAll('\r\n', '\n').trim()}\n`
  if (/^(ssh-|ecdsa-|sk-)/.test(pem) || pem.includes('PUBLIC KEY-----')) throw new SshKeyError('is_public_key')
  const publicKey = pem.startsWith('-----BEGIN OPENSSH PRIVATE KEY-----')
    ? readOpenssh(pem, passphrase)
    : readPem(pem, passphrase)
  return { publicKey, privateKey: new Secret(pem) }
}

/** The public half is unencrypted in the file, also when the private one is encrypted. */
function readOpenssh(pem: string, passphrase: string | undefined): string {
  const body = /^-----BEGIN OPENSSH PRIVATE KEY-----\n([A-Za-z0-9+/=\n]+)-----END OPENSSH PRIVATE KEY-----\n$/.exec(pem)
  const file = Buffer.from(body?.[1] ?? '', 'base64')
  if (!file.subarray(0, magic.length).equals(magic)) throw new SshKeyError('not_a_private_key')
  try {
    const reader = new Reader(file, magic.length)
    const cipher = reader.string().toString('latin1')
    reader.string()
    reader.string()
    if (reader.number() !== 1) throw new SshKeyError('not_a_private_key')
    const blob = reader.string()
    if (reader.string().length < 8) throw new SshKeyError('not_a_private_key')
    if (cipher !== 'none' && passphrase === undefined) throw new SshKeyError('passphrase_needed')
    return describe(blob)
  } catch (error) {
    if (error instanceof SshKeyError) throw error
    throw new SshKeyError('not_a_private_key')
  }
}

function readPem(pem: string, passphrase: string | undefined): string {
  const isEncrypted = /ENCRYPTED/.test(pem)
  if (isEncrypted && passphrase === undefined) throw new SshKeyError('passphrase_needed')
  let key: KeyObject
  try {
    key = createPublicKey(
      createPrivateKey({ key: pem, format: 'pem', ...(passphrase === undefined ? {} : { passphrase }) }),
    )
  } catch {
    throw new SshKeyError(isEncrypted ? 'passphrase_wrong' : 'not_a_private_key')
  }
  return describe(toBlob(key))
}

function toBlob(key: KeyObject): Buffer {
  if (key.asymmetricKeyType === 'dsa') throw new SshKeyError('unsupported_type')
  const jwk = key.export({ format: 'jwk' })
  if (jwk.kty === 'RSA') return pack('ssh-rsa', mpint(bytesOf(jwk.e)), mpint(bytesOf(jwk.n)))
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') return pack('ssh-ed25519', bytesOf(jwk.x))
  const curve = curves[jwk.crv ?? '']
  if (jwk.kty !== 'EC' || curve === undefined) throw new SshKeyError('unsupported_type')
  const point = Buffer.concat([Buffer.from([4]), bytesOf(jwk.x), bytesOf(jwk.y)])
  return pack(`ecdsa-sha2-${curve}`, curve, point)
}

function describe(blob: Buffer): string {
  const reader = new Reader(blob, 0)
  const type = reader.string().toString('latin1')
  if (!opensshTypes.has(type)) throw new SshKeyError('unsupported_type')
  if (type === 'ssh-rsa') {
    reader.string()
    const modulus = reader.string()
    const bits = modulus[0] === 0 ? (modulus.length - 1) * 8 : modulus.length * 8
    if (bits < minimumRsaBits) throw new SshKeyError('too_short')
  }
  return `${type} ${blob.toString('base64')}`
}

class Reader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  number(): number {
    const value = this.#bytes.readUInt32BE(this.#at)
    this.#at += 4
    return value
  }

  string(): Buffer {
    const length = this.number()
    if (this.#at + length > this.#bytes.length) throw new RangeError('cut off')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
}

function pack(...fields: (string | Buffer)[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      const bytes = Buffer.from(field)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    }),
  )
}

/** Encodes an SSH integer, with a leading zero where the sign bit would be set. */
function mpint(bytes: Buffer): Buffer {
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes
}

function bytesOf(text: string | undefined): Buffer {
  return Buffer.from(text ?? '', 'base64url')
}
