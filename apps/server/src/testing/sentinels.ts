/** Seeded secrets and the search for them: every encoding of each, computed independently of the code under test. */
import { randomBytes } from 'node:crypto'

export interface Sentinel {
  name: string
  value: string
}

const fragmentLength = 18

/** Uses odd characters, so that every encoding differs from every other. */
export function newSentinel(name: string): Sentinel {
  return { name, value: `${randomBytes(9).toString('base64')}"'\\/+ &<é>${randomBytes(9).toString('hex')}` }
}

/**
 * Returns `name (encoding)` of every sentinel found. One pass, because a dump is large and there are hundreds of
 * patterns.
 */
export function findSentinels(sentinels: readonly Sentinel[], haystack: Buffer): string[] {
  const needles = new Map<number, { label: string; bytes: Buffer }[]>()
  for (const { name, value } of sentinels) {
    for (const [writing, bytes] of encodingsOf(value)) {
      const start = bytes.readUInt16BE(0)
      needles.set(start, [...(needles.get(start) ?? []), { label: `${name} (${writing})`, bytes }])
    }
  }
  const isStart = new Uint8Array(1 << 16)
  for (const start of needles.keys()) isStart[start] = 1
  const found = new Set<string>()
  for (let at = 0, start = haystack[0] ?? 0; at + 1 < haystack.length; at += 1) {
    start = ((start << 8) | (haystack[at + 1] ?? 0)) & 0xffff
    if (isStart[start] !== 1) continue
    for (const { label, bytes } of needles.get(start) ?? [])
      if (haystack[at + 2] === bytes[2] && bytes.equals(haystack.subarray(at, at + bytes.length))) found.add(label)
  }
  return [...found]
}

export function encodingsOf(value: string): Map<string, Buffer> {
  const bytes = Buffer.from(value)
  const texts: [string, string][] = [
    ['raw', value],
    ['json', JSON.stringify(value).slice(1, -1)],
    ['json in json', JSON.stringify(JSON.stringify(value)).slice(3, -3)],
    ['url', encodeURIComponent(value)],
    ['form', new URLSearchParams([['k', value]]).toString().slice(2)],
    ['shell', value.split("'").join("'\\''")],
    ['sql', value.split("'").join("''")],
    // How pg_dump writes a text column.
    ['copy', value.replaceAll('\\', '\\\\')],
    // Letters and digits only, so it survives every kind of escaping.
    ['fragment', value.slice(-fragmentLength)],
    ['hex', bytes.toString('hex')],
    ['HEX', bytes.toString('hex').toUpperCase()],
    ...[0, 1, 2].map((at): [string, string] => [`base64+${at}`, sharedBase64(bytes, at)]),
    ...[0, 1, 2].map((at): [string, string] => [`base64url+${at}`, urlSafe(sharedBase64(bytes, at))]),
  ]
  const writings = new Map(texts.map(([name, text]) => [name, Buffer.from(text)]))
  return writings.set('utf16', Buffer.from(value, 'utf16le'))
}

/** The common part of two base64 texts that contain the value between different bytes. */
function sharedBase64(bytes: Buffer, before: number): string {
  const [one = '', other = ''] = [0x00, 0xff].map((fill) =>
    Buffer.concat([Buffer.alloc(before, fill), bytes, Buffer.alloc(3, fill)]).toString('base64'),
  )
  const letters = [...one].map((letter, at) => (letter === other[at] ? letter : ' ')).join('')
  return letters.split(' ').reduce((longest, part) => (part.length > longest.length ? part : longest), '')
}

function urlSafe(text: string): string {
  return text.replaceAll('+', '-').replaceAll('/', '_')
}
