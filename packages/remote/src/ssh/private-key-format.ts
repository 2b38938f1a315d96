/** Reads private keys as people paste them, and writes the format of OpenSSH. Pure. */
import { createPrivateKey, type JsonWebKey, type KeyObject, randomBytes } from 'node:crypto'
import { failure } from './failures.ts'
import { WireReader, writeNumber, writeString } from './wire.ts'

const magic = 'openssh-key-v1\0'
const maxLength = 65_536
const minRsaBits = 3_072

export interface PrivateKeyText {
  /** OpenSSH format, ready for the agent. */
  text: string
  isEncrypted: boolean
  /** Format of authorized_keys, without a comment. */
  publicKey: string
}

/** Converts any supported input to a key for the agent; rejects weak and unreadable keys. */
export function readPrivateKey(text: string, passphrase: string | undefined): PrivateKeyText {
  if (text.length > maxLength) throw failure('key_unreadable', { detail: 'it is too long' })
  const label = /-----BEGIN ([A-Z ]{0,30}PRIVATE KEY)-----/.exec(text)?.[1]
  if (label === 'OPENSSH PRIVATE KEY') return readOpenSsh(text)
  if (label !== undefined) return readPem(text, label, passphrase)
  if (text.startsWith('PuTTY-User-Key-File'))
    throw failure('key_unreadable', {
      hint: 'This is PuTTY’s format: in PuTTYgen choose Conversions, Export OpenSSH key.',
    })
  if (/^(?:ssh|ecdsa|sk)-/.test(text.trim()))
    throw failure('key_unreadable', { hint: 'This is the public half: paste the private key.' })
  throw failure('key_unreadable')
}

/** Unencrypted, for a key that was generated or opened in memory. */
export function writeOpenSsh(key: KeyObject, comment: string): PrivateKeyText {
  const { blob, secret } = encode(key)
  const check = randomBytes(4)
  const body = Buffer.concat([check, check, secret, writeString(comment)])
  const padding = Buffer.from(Array.from({ length: (8 - (body.length % 8)) % 8 }, (_, index) => index + 1))
  const bytes = Buffer.concat([
    Buffer.from(magic),
    writeString('none'),
    writeString('none'),
    writeString(''),
    Buffer.of(0, 0, 0, 1),
    writeString(blob),
    writeString(Buffer.concat([body, padding])),
  ])
  const lines = bytes.toString('base64').match(/.{1,70}/g) ?? []
  const text = `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`
  return { text, isEncrypted: false, publicKey: publicLine(blob) }
}

function readOpenSsh(text: string): PrivateKeyText {
  try {
    const [, rest = ''] = text.split('-----BEGIN OPENSSH PRIVATE KEY-----')
    const [body = ''] = rest.split('-----END OPENSSH PRIVATE KEY-----')
    const reader = new WireReader(Buffer.from(body, 'base64'))
    if (reader.take(magic.length).toString('latin1') !== magic) throw new RangeError('another format')
    const cipher = reader.text()
    reader.bytes()
    reader.bytes()
    if (reader.number() !== 1) throw new RangeError('more than one key')
    const blob = reader.bytes()
    refuseWeak(blob)
    const whole = `-----BEGIN OPENSSH PRIVATE KEY-----\n${Buffer.from(body, 'base64').toString('base64')}\n-----END OPENSSH PRIVATE KEY-----\n`
    return { text: whole, isEncrypted: cipher !== 'none', publicKey: publicLine(blob) }
  } catch (error) {
    if (error instanceof RangeError) throw failure('key_unreadable', { cause: error })
    throw error
  }
}

function readPem(text: string, label: string, passphrase: string | undefined): PrivateKeyText {
  const isEncrypted = label === 'ENCRYPTED PRIVATE KEY' || text.includes('Proc-Type: 4,ENCRYPTED')
  if (isEncrypted && passphrase === undefined) throw failure('key_passphrase_needed')
  const key = openPem(text, passphrase, isEncrypted)
  const written = writeOpenSsh(key, '')
  refuseWeak(Buffer.from(written.publicKey.split(' ')[1] ?? '', 'base64'))
  return written
}

function openPem(text: string, passphrase: string | undefined, isEncrypted: boolean): KeyObject {
  try {
    return createPrivateKey(passphrase === undefined ? text : { key: text, passphrase })
  } catch {
    // The cause is omitted because it can quote the input.
    throw failure(isEncrypted ? 'key_passphrase_wrong' : 'key_unreadable')
  }
}

function refuseWeak(blob: Buffer): void {
  const reader = new WireReader(blob)
  const type = reader.text()
  if (type === 'ssh-ed25519' || /^ecdsa-sha2-nistp(?:256|384|521)$/.test(type)) return
  if (type.startsWith('sk-'))
    throw failure('key_unreadable', { hint: 'A key on a security token cannot be used here.' })
  if (type !== 'ssh-rsa') throw failure('key_too_weak', { detail: type })
  reader.bytes()
  const modulus = reader.bytes()
  const bits = BigInt(`0x${modulus.toString('hex') || '0'}`).toString(2).length
  if (bits < minRsaBits) throw failure('key_too_weak', { detail: `RSA with ${bits} bits` })
}

function encode(key: KeyObject): { blob: Buffer; secret: Buffer } {
  if (key.asymmetricKeyType === 'dsa') throw failure('key_too_weak', { detail: 'DSA' })
  const jwk = exportJwk(key)
  const part = (name: 'n' | 'e' | 'd' | 'p' | 'q' | 'qi' | 'x' | 'y') => Buffer.from(jwk[name] ?? '', 'base64url')
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') {
    const head = [writeString('ssh-ed25519'), writeString(part('x'))]
    return {
      blob: Buffer.concat(head),
      secret: Buffer.concat([...head, writeString(Buffer.concat([part('d'), part('x')]))]),
    }
  }
  if (jwk.kty === 'RSA') {
    const type = writeString('ssh-rsa')
    const [n, e, d, qi, p, q] = [part('n'), part('e'), part('d'), part('qi'), part('p'), part('q')].map(writeNumber)
    if (n === undefined || e === undefined || d === undefined || qi === undefined || p === undefined || q === undefined)
      throw failure('key_unreadable')
    return { blob: Buffer.concat([type, e, n]), secret: Buffer.concat([type, n, e, d, qi, p, q]) }
  }
  const curve = { 'P-256': 'nistp256', 'P-384': 'nistp384', 'P-521': 'nistp521' }[jwk.crv ?? '']
  if (jwk.kty !== 'EC' || curve === undefined) throw failure('key_unreadable')
  const point = Buffer.concat([Buffer.of(4), part('x'), part('y')])
  const head = [writeString(`ecdsa-sha2-${curve}`), writeString(curve), writeString(point)]
  return { blob: Buffer.concat(head), secret: Buffer.concat([...head, writeNumber(part('d'))]) }
}

function exportJwk(key: KeyObject): JsonWebKey {
  try {
    return key.export({ format: 'jwk' })
  } catch (cause) {
    throw failure('key_unreadable', { cause })
  }
}

function publicLine(blob: Buffer): string {
  return `${new WireReader(blob).text()} ${blob.toString('base64')}`
}
