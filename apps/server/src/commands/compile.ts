/**
 * Fills NODE_COMPILE_CACHE with everything that the processes load. They run from TypeScript: with the cache they skip
 * stripping and parsing, start faster, and use less memory. It is part of the image build, because the image's folders
 * are read-only later.
 */
import { flushCompileCache, getCompileCacheDir } from 'node:module'

export async function compileSources(): Promise<void> {
  if (getCompileCacheDir() === undefined)
    throw new Error('Set NODE_COMPILE_CACHE to a folder that can be written; nothing was compiled.')
  await import('../api.ts')
  await import('../worker.ts')
  // Loaded by the data threads.
  await import('../modules/backups/engines/thread/data-thread-main.remote.ts')
  flushCompileCache()
}
