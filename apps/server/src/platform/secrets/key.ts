/** Parses keys from the configuration: at least 256 bits that look random, or the process doesn't start. */
import { Secret } from './secret.ts'

const minimumBytes = 32
const maximumBytes = 1024
/** 32 random bytes have fewer than 16 different values once in 10^13 keys; typed or repeated ones nearly always do. */
const minimumDifferentBytes = 16

/** Reads hexadecimal, base64 or base64url. The error message contains the name of the setting, never its value. */
export function parseKey(text: string, name: string): Secret {
  const bytes = decode(text.trim())
  if (bytes === undefined)
    throw new Error(`${name} is neither hexadecimal nor base64; make one with: openssl rand -base64 32`)
  if (bytes.length < minimumBytes || bytes.length > maximumBytes)
    throw new Error(`${name} has ${bytes.length * 8} bits, needs 256 or more; make one with: openssl rand -base64 32`)
  if (new Set(bytes).size < minimumDifferentBytes)
    throw new Error(`${name} is not random; make one with: openssl rand -base64 32`)
  return new Secret(bytes)
}

function decode(text: string): Buffer | undefined {
  if (/^[0-9a-fA-F]+$/.test(text) && text.length % 2 === 0) return Buffer.from(text, 'hex')
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return Buffer.from(text, 'base64')
  return undefined
}
