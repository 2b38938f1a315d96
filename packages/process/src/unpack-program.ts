/**
 * Programs that the container image stores compressed (`NAME.zst`), to keep it small. A process unpacks a program when it
 * first needs it, into a folder of its own.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createZstdDecompress, zstdDecompress } from 'node:zlib'

const packedSuffix = '.zst'
const decompress = promisify(zstdDecompress)
const chunkSize = 1 << 20
const chunked = { highWaterMark: chunkSize }
const unpacking = new Map<string, Promise<string | null>>()

/** The path of a program that can be started or read: `path` itself, or what `path.zst` unpacks to. Null if both are missing. */
export async function unpackProgram(path: string, parent = tmpdir()): Promise<string | null> {
  if (await isFile(path)) return path
  const key = `${path}\0${parent}`
  const found = unpacking.get(key) ?? unpack(path, join(parent, 'programs'))
  unpacking.set(key, found)
  try {
    const program = await found
    // The folder for temporary files can be emptied while the process runs.
    if (program !== null && (await isFile(program))) return program
  } catch (error) {
    unpacking.delete(key)
    throw error
  }
  unpacking.delete(key)
  return (await isPacked(path)) ? await unpackProgram(path, parent) : null
}

/** The content of a small program. Null if it is missing. */
export async function readProgramFile(path: string): Promise<Buffer | null> {
  const content = await readFile(path).catch(() => null)
  if (content !== null) return content
  const packed = await readFile(`${path}${packedSuffix}`).catch(() => null)
  return packed === null ? null : await decompress(packed)
}

/** Reads a large program, which stays compressed on the disk. Null if it is missing. */
export async function openProgramFile(path: string): Promise<Readable | null> {
  if (await isFile(path)) return createReadStream(path, chunked)
  if (!(await isPacked(path))) return null
  const plain = createZstdDecompress({ chunkSize })
  createReadStream(`${path}${packedSuffix}`, chunked)
    .once('error', (error) => plain.destroy(error))
    .pipe(plain)
  return plain
}

/** Whether there is a compressed form of the program. */
export async function isPacked(path: string): Promise<boolean> {
  return await isFile(`${path}${packedSuffix}`)
}

async function unpack(path: string, folder: string): Promise<string | null> {
  const packed = `${path}${packedSuffix}`
  if (!(await isFile(packed))) return null
  const prefix = `${basename(path)}-`
  const program = join(folder, `${prefix}${await hashOf(packed)}`)
  if (await isFile(program)) return program
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const half = await mkdtemp(join(folder, 'unfinished-'))
  try {
    const file = join(half, 'program')
    // After a power cut, a file with its final name must be complete.
    await pipeline(
      createReadStream(packed, chunked),
      createZstdDecompress({ chunkSize }),
      createWriteStream(file, { mode: 0o500, flush: true }),
    )
    await removeOlder(folder, prefix)
    await rename(file, program)
  } finally {
    await rm(half, { recursive: true, force: true })
  }
  return program
}

/** An upgrade keeps the folder. A program that still runs keeps its file. */
async function removeOlder(folder: string, prefix: string): Promise<void> {
  const older = (await readdir(folder)).filter((name) => name.startsWith(prefix))
  await Promise.all(older.map((name) => rm(join(folder, name), { force: true })))
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, chunked)) hash.update(chunk)
  return hash.digest('hex').slice(0, 16)
}

async function isFile(path: string): Promise<boolean> {
  return ((await stat(path).catch(() => null))?.size ?? 0) > 0
}
