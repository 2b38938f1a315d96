/** TypeIDs: `<prefix>_<26 characters>`, Crockford base32 of a UUIDv7. Stored as uuid, written as TypeID on the wire. */
import { randomUUIDv7 } from 'node:crypto'
import { brandId, type Id } from './brand.ts'

export const idPrefixes = [
  'usr', 'org', 'mem', 'inv', 'tok', 'ses', 'git', 'reg', 'prj', 'ana', 'env', 'svc', 'var', 'dep', 'srv', 'scn',
  'hrd', 'dom', 'bkp', 'rst', 'imp', 'ntc', 'dlv', 'evt', 'aud', 'whd', 'run', 'sch', 'msg',
  'rel', 'rte', 'crd', 'cst', 'pvw', 'adp', 'alr', 'cmd', 'bds', 'bkk', 'sdp', 'trs', 'drl',
] as const // biome-ignore format: one list, read as a list
export type IdPrefix = (typeof idPrefixes)[number]

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const digitOf = new Map([...alphabet].map((letter, index) => [letter, index]))
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function newId<Prefix extends IdPrefix>(_prefix: Prefix): Id<Prefix> {
  return brandId<Prefix>(randomUUIDv7())
}

export function encodeId<Prefix extends IdPrefix>(prefix: Prefix, id: Id<Prefix>): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  let text = `${prefix}_`
  // 26 characters have 130 bits, so two zero bits lead. Lists encode many ids, so this works on bytes instead of
  // BigInt.
  let pending = 0
  let bits = 2
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((pending >> bits) & 31)
    }
    pending &= (1 << bits) - 1
  }
  return text
}

/** Returns undefined for anything that isn't exactly a TypeID of this kind. */
export function decodeId<Prefix extends IdPrefix>(prefix: Prefix, text: string): Id<Prefix> | undefined {
  if (text.length !== prefix.length + 27 || !text.startsWith(`${prefix}_`)) return undefined
  const bytes = Buffer.alloc(16)
  let pending = 0
  let bits = -2
  let at = 0
  for (const letter of text.slice(prefix.length + 1)) {
    const digit = digitOf.get(letter)
    // The first digit has only three bits.
    if (digit === undefined || (bits < 0 && digit > 7)) return undefined
    pending = (pending << 5) | digit
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[at] = pending >> bits
    at += 1
    pending &= (1 << bits) - 1
  }
  const hex = bytes.toString('hex')
  return brandId<Prefix>(
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
  )
}

/** Like `decodeId`, for an ID of any kind. */
export function decodeAnyId(text: string): string | undefined {
  const prefix = idPrefixes.find((each) => text.startsWith(`${each}_`))
  return prefix === undefined ? undefined : decodeId(prefix, text)
}

export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
