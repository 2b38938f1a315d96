/** Reads the entries of a small tar archive with PAX records, for tests. */
const block = 512

export interface TarEntry {
  readonly name: string
  readonly type: string
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly content: string
}

export function readTar(archive: Buffer): TarEntry[] {
  const entries: TarEntry[] = []
  let longName: string | undefined
  for (let at = 0; at + block <= archive.length && archive[at] !== 0; ) {
    const header = archive.subarray(at, at + block)
    const text = (from: number, bytes: number) => header.toString('latin1', from, from + bytes).replace(/\0.*$/s, '')
    const octal = (from: number, bytes: number) => Number.parseInt(text(from, bytes), 8)
    const size = octal(124, 12)
    const content = archive.toString('utf8', at + block, at + block + size)
    const type = text(156, 1)
    at += block + Math.ceil(size / block) * block
    if (type === 'x') longName = readPath(content)
    else {
      const ids = { mode: octal(100, 8), uid: octal(108, 8), gid: octal(116, 8) }
      entries.push({ name: longName ?? text(0, 100), type, ...ids, content })
      longName = undefined
    }
  }
  return entries
}

/** Throws unless the length of the record is right: readers rely on it. */
function readPath(record: string): string {
  const [, length, path = ''] = /^(\d+) path=(.*)\n$/s.exec(record) ?? []
  if (Number(length) !== Buffer.byteLength(record)) throw new Error(`a PAX record of ${length} bytes: ${record}`)
  return path
}
