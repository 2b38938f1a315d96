/** Reads the only file of an archive. */

const blockBytes = 512
const nameBytes = 100

/** Null if it isn't a plain file, or has more than `maxBytes`. */
export function readFirstFile(archive: Buffer, maxBytes: number): Buffer | null {
  for (let at = 0; at + blockBytes <= archive.length; ) {
    const header = archive.subarray(at, at + blockBytes)
    const size = sizeIn(header)
    if (size === null || header.subarray(0, nameBytes).every((byte) => byte === 0)) return null
    const kind = header[156]
    const start = at + blockBytes
    // Entries that only describe the next one.
    if (kind === 0x78 || kind === 0x67 || kind === 0x4c) at = start + size + (-size & (blockBytes - 1))
    else if (kind !== 0x30 && kind !== 0) return null
    else return size <= maxBytes && start + size <= archive.length ? archive.subarray(start, start + size) : null
  }
  return null
}

/** Null for anything but octal digits: with a negative size, the reader would never get further. */
function sizeIn(header: Buffer): number | null {
  const text = header.subarray(124, 136).toString('latin1').replaceAll('\0', ' ').trim()
  return /^[0-7]{0,12}$/.test(text) ? Number.parseInt(text || '0', 8) : null
}
