/** Decodes bytes to text in the common encodings of source files. Returns null for binary content. Pure. */
const sniffedBytes = 8_000

export function decodeText(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const text = first === 0xef && second === 0xbb && third === 0xbf ? bytes.subarray(3) : bytes
  if (text.subarray(0, sniffedBytes).includes(0)) return null
  return Buffer.from(text.buffer, text.byteOffset, text.length).toString()
}
