/** One regular file of a tar archive, as Docker reads it. */
const blockBytes = 512
const nameBytes = 100

interface FileFacts {
  readonly modifiedAt?: Date
  /** Missing ids are root. */
  readonly uid?: number | undefined
  readonly gid?: number | undefined
}

export function tarFile(name: string, content: Buffer, mode: number, facts: FileFacts = {}): Buffer {
  const { modifiedAt = new Date(0), uid, gid } = facts
  const header = headerBlock(name, { bytes: content.length, mode, modifiedAt, type: '0', uid, gid })
  return Buffer.concat([longName(name), header, content, tarPadding(content.length)])
}

/** Returns the padding after content of this length. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc(-bytes & (blockBytes - 1))
}

/** The name must fit into the header. */
export function tarHeader(name: string, bytes: number, mode: number): Buffer {
  return headerBlock(name, { bytes, mode, modifiedAt: new Date(0), type: '0' })
}

/** A PAX record in front of the file, for a name that doesn't fit into its header. */
function longName(name: string): Buffer {
  if (/^[\x20-\x7e]*$/.test(name) && name.length <= nameBytes) return Buffer.alloc(0)
  const content = Buffer.from(paxRecord('path', name))
  const header = headerBlock('pax', { bytes: content.length, mode: 0o644, modifiedAt: new Date(0), type: 'x' })
  return Buffer.concat([header, content, tarPadding(content.length)])
}

/** A record starts with its own length, including the digits of that length. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const bytes = Buffer.byteLength(rest)
  const digits = [1, 2, 3, 4, 5].find((count) => String(bytes + count).length === count) ?? 5
  return `${bytes + digits}${rest}`
}

interface HeaderFields {
  readonly bytes: number
  readonly mode: number
  readonly modifiedAt: Date
  readonly type: '0' | 'x'
  readonly uid?: number | undefined
  readonly gid?: number | undefined
}

function headerBlock(name: string, { bytes, mode, modifiedAt, type, uid = 0, gid = 0 }: HeaderFields): Buffer {
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  header.write(name, 0, nameBytes, 'latin1')
  octal(mode, 100, 8)
  octal(uid, 108, 8)
  octal(gid, 116, 8)
  octal(bytes, 124, 12)
  octal(Math.floor(modifiedAt.getTime() / 1_000), 136, 12)
  header.write(type, 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  // The checksum is calculated with spaces in its own field.
  header.write(' '.repeat(8), 148, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}
