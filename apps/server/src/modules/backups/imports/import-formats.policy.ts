/** Detects the type of an uploaded file by its first bytes, never by its name. Pure. */

export const importFormats = ['plain', 'gzip', 'zstd', 'custom'] as const
export type ImportFormat = (typeof importFormats)[number]

export type ImportEngine = 'postgres' | 'mariadb'

/** Enough to recognize everything below. */
export const sniffedBytes = 4_096

/** Formats that we recognize but don't accept. */
export type UnsupportedFormat = 'empty' | 'zip' | 'xz' | 'bzip2' | 'tar' | 'sqlite' | 'utf16' | 'binary'

const starts: readonly (readonly [form: ImportFormat | UnsupportedFormat, start: readonly number[], at?: number])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  // PGDMP.
  ['custom', [0x50, 0x47, 0x44, 0x4d, 0x50]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['sqlite', [...Buffer.from('SQLite format 3\0')]],
  ['utf16', [0xff, 0xfe]],
  ['utf16', [0xfe, 0xff]],
  // ustar.
  ['tar', [0x75, 0x73, 0x74, 0x61, 0x72], 257],
]

export function sniffFormat(start: Buffer): ImportFormat | UnsupportedFormat {
  if (start.length === 0) return 'empty'
  const known = starts.find(([, bytes, at = 0]) => bytes.every((byte, index) => start[at + index] === byte))
  if (known !== undefined) return known[0]
  return start.subarray(0, sniffedBytes).includes(0) ? 'binary' : 'plain'
}

export function isImportFormat(form: ImportFormat | UnsupportedFormat): form is ImportFormat {
  return importFormats.some((each) => each === form)
}

/** Detects the engine of a dump; null if the dump doesn't name it. */
export function sniffEngine(start: Buffer): ImportEngine | null {
  const text = start.subarray(0, sniffedBytes).toString('latin1')
  if (/^-- (?:MariaDB|MySQL) dump /m.test(text) || /^\/\*(?:M!|!\d{5})/m.test(text)) return 'mariadb'
  if (/^-- PostgreSQL database (?:cluster )?dump/m.test(text) || /^SET standard_conforming_strings/m.test(text))
    return 'postgres'
  return null
}
