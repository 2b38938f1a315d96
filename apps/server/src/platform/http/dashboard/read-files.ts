/**
 * Reads the built dashboard once when the process starts, so that a request never touches the disk or chooses a path.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

export type Encoding = 'br' | 'gzip' | 'identity'

export interface BuiltFile {
  /** URL path, such as `/assets/index-a1b2.js`. */
  readonly path: string
  readonly type: string
  readonly etag: string
  /** The uncompressed form always exists; the others if the build created them. */
  readonly forms: ReadonlyMap<Encoding, Buffer>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}
const compressed: readonly { suffix: string; encoding: Encoding }[] = [
  { suffix: '.br', encoding: 'br' },
  { suffix: '.gz', encoding: 'gzip' },
]

/** Returns an empty list if the folder doesn't exist. Symbolic links and unknown file types are not served. */
export async function readBuiltFiles(folder: string): Promise<BuiltFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  const names = new Set(entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name)))
  const files = [...names].filter((name) => extname(name) in types).sort()
  return await Promise.all(files.map((name) => readOne({ folder, name, names })))
}

async function readOne({ folder, name, names }: { folder: string; name: string; names: ReadonlySet<string> }) {
  const plain = await readFile(name)
  const forms = new Map<Encoding, Buffer>([['identity', plain]])
  for (const { suffix, encoding } of compressed)
    if (names.has(name + suffix)) forms.set(encoding, await readFile(name + suffix))
  return {
    path: `/${relative(folder, name).split(sep).join('/')}`,
    type: types[extname(name)] ?? 'application/octet-stream',
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    forms,
  }
}
