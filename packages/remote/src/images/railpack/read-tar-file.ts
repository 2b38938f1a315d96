/** Reads one small file from an uncompressed tar archive in memory; pure. Null if it isn't complete. */
const block = 512

export function readTarFile(archive: Buffer, name: string): string | null {
  for (let at = 0; at + block <= archive.length; ) {
    const header = archive.subarray(at, at + block)
    const found = textOf(header.subarray(0, 100)).replace(/^\.?\//, '')
    const size = Number.parseInt(textOf(header.subarray(124, 136)), 8)
    if (!Number.isSafeInteger(size) || size < 0) return null
    const start = at + block
    const isFile = header[156] === 0x30 || header[156] === 0
    if (found === name && isFile)
      return start + size > archive.length ? null : archive.toString('utf8', start, start + size)
    at = start + Math.ceil(size / block) * block
  }
  return null
}

function textOf(field: Buffer): string {
  const end = field.indexOf(0)
  return field.toString('latin1', 0, end < 0 ? field.length : end).trim()
}
