/** One regular file of a tar archive, as Docker reads it. */
const blockBytes = 512

export function tarFile(name: string, content: Buffer, mode: number): Buffer {
  return Buffer.concat([tarHeader(name, content.length, mode), content, tarPadding(content.length)])
}

/** Returns the padding after content of this length. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc(-bytes & (blockBytes - 1))
}

export function tarHeader(name: string, bytes: number, mode: number): Buffer {
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  header.write(name, 0, 100, 'latin1')
  octal(mode, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(bytes, 124, 12)
  octal(0, 136, 12)
  header.write('0', 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  // The checksum is calculated with spaces in its own field.
  header.write(' '.repeat(8), 148, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}
