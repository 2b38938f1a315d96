/** Restate's public key in the format that the SDK expects: `publickeyv1_` and the base58 of the raw 32 bytes. */
import type { KeyObject } from 'node:crypto'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export function identityKeyOf(publicKey: KeyObject): string {
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  return `publickeyv1_${base58(raw)}`
}

function base58(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  while (rest > 0n) {
    text = alphabet.charAt(Number(rest % 58n)) + text
    rest /= 58n
  }
  const leadingZeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(leadingZeros === -1 ? bytes.length : leadingZeros) + text
}
