/**
 * Converts age identities to bytes and back with bech32, implemented here because a library would refuse invalid
 * attempts.
 */
const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const prefix = 'age-secret-key-'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

export function encodeIdentity(bytes: Uint8Array): string {
  const args = toFiveBits(bytes)
  const letters = [...prefix].map((letter) => letter.charCodeAt(0))
  const head = [...letters.map((code) => code >> 5), 0, ...letters.map((code) => code & 31)]
  const sum = polymod([...head, ...args, 0, 0, 0, 0, 0, 0]) ^ 1
  const check = [5, 4, 3, 2, 1, 0].map((place) => (sum >> (5 * place)) & 31)
  return `${prefix}1${[...args, ...check].map((word) => alphabet.charAt(word)).join('')}`.toUpperCase()
}

/** The private scalar. */
export function decodeIdentity(identity: string): Buffer {
  const args = [...identity.toLowerCase().slice(prefix.length + 1, -6)].map((letter) => alphabet.indexOf(letter))
  const bits = args.map((word) => word.toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((group) => Number.parseInt(group, 2)))
}

function toFiveBits(bytes: Uint8Array): number[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => Number.parseInt(group.padEnd(5, '0'), 2))
}

function polymod(args: readonly number[]): number {
  let sum = 1
  for (const word of args) {
    const top = sum >> 25
    sum = ((sum & 0x1ffffff) << 5) ^ word
    generators.forEach((generator, place) => {
      if ((top >> place) & 1) sum ^= generator
    })
  }
  return sum
}
