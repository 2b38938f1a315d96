/** TypeIDs: `<prefix>_<26 characters>`, Crockford base32 of a UUIDv7. Stored as uuid, written as TypeID on the wire. */
import { randomUUIDv7 } from 'node:crypto'
import { brandId, type Id } from './brand.ts'

export const idPrefixes = [
  'usr', 'org', 'mem', 'inv', 'tok', 'ses', 'git', 'reg', 'prj', 'ana', 'env', 'svc', 'var', 'dep', 'srv', 'scn',
  'hrd', 'dom', 'bkp', 'rst', 'imp', 'ntc', 'dlv', 'evt', 'aud', 'whd', 'run', 'sch', 'msg',
] as const // biome-ignore format: one list, read as a list
export type IdPrefix = (typeof idPrefixes)[number]

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const digitOf = new Map([...alphabet].map((letter, index) => [letter, BigInt(index)]))
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function newId<Prefix extends IdPrefix>(_prefix: Prefix): Id<Prefix> {
  return brandId<Prefix>(randomUUIDv7())
}

export function encodeId<Prefix extends IdPrefix>(prefix: Prefix, id: Id<Prefix>): string {
  let rest = BigInt(`0x${id.replaceAll('-', '')}`)
  let text = ''
  for (let place = 0; place < 26; place += 1) {
    text = alphabet.charAt(Number(rest & 31n)) + text
    rest >>= 5n
  }
  return `${prefix}_${text}`
}

/** Returns undefined for anything that is not exactly a TypeID of this kind. */
export function decodeId<Prefix extends IdPrefix>(prefix: Prefix, text: string): Id<Prefix> | undefined {
  if (text.length !== prefix.length + 27 || !text.startsWith(`${prefix}_`)) return undefined
  let value = 0n
  for (const letter of text.slice(prefix.length + 1)) {
    const digit = digitOf.get(letter)
    if (digit === undefined) return undefined
    value = (value << 5n) | digit
  }
  if (value >> 128n !== 0n) return undefined
  const hex = value.toString(16).padStart(32, '0')
  return brandId<Prefix>(
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
  )
}

export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
