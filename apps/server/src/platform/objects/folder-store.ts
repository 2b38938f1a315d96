/** Object store in a local folder. A put writes a temporary file, then renames it once it is complete. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { checkKey, type ObjectStore, type StoredObject } from './object-store.ts'
import { ObjectStoreError } from './object-store-error.ts'

/** No key begins with a dot. */
const unfinishedFolder = '.unfinished'

export function createFolderStore(root: string): ObjectStore {
  const pathOf = (key: string) => join(root, checkKey(key))
  return {
    async put(key, content, { signal }) {
      const aside = join(root, unfinishedFolder, dirname(checkKey(key)), randomUUID())
      try {
        await makeFolder(dirname(aside))
        const sizeBytes = await writeWhole(aside, content, signal)
        await makeFolder(dirname(pathOf(key)))
        await rename(aside, pathOf(key))
        await syncFolder(dirname(pathOf(key)))
        return { sizeBytes }
      } catch (error) {
        await rm(aside, { force: true })
        signal.throwIfAborted()
        throw explain(error)
      }
    },
    async *read(key, { signal, from = 0 }) {
      try {
        yield* createReadStream(pathOf(key), { start: from, signal, highWaterMark: 1 << 20 })
      } catch (error) {
        signal.throwIfAborted()
        throw explain(error)
      }
    },
    async sizeOf(key) {
      return (await orNull(stat(pathOf(key))))?.size ?? null
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async *list(folder, { signal }) {
      for (const path of await filesUnder(join(root, checkKey(folder)))) {
        signal.throwIfAborted()
        const found = await orNull(stat(path))
        if (found !== null) yield toObject(relative(root, path), found)
      }
    },
    async removeUnfinished(folder) {
      const left = await filesUnder(join(root, unfinishedFolder, checkKey(folder)))
      for (const path of left) await rm(path, { force: true })
      return left.length
    },
  }
}

async function writeWhole(path: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number> {
  await using file = await open(path, 'wx', 0o600)
  let sizeBytes = 0
  for await (const chunk of content) {
    signal.throwIfAborted()
    await file.writeFile(chunk)
    sizeBytes += chunk.length
  }
  await file.sync()
  return sizeBytes
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = (await orNull(readdir(folder, { recursive: true, withFileTypes: true }))) ?? []
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

function toObject(key: string, { size, mtime }: { size: number; mtime: Date }): StoredObject {
  return { key, sizeBytes: size, modifiedAt: mtime }
}

async function orNull<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw explain(error)
  }
}

function explain(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ENOENT') return new ObjectStoreError('not_found', { cause: error })
  if (code === 'ENOSPC' || code === 'EDQUOT') return new ObjectStoreError('store_full', { cause: error })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new ObjectStoreError('access_refused', { cause: error })
  return error
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
