/**
 * Fills NODE_COMPILE_CACHE with everything the processes load. They run from TypeScript: with the cache they neither strip nor
 * parse it again, start sooner, and hold less memory. Part of making the image, whose folders cannot be written later.
 */
import { flushCompileCache, getCompileCacheDir } from 'node:module'

export async function compileSources(): Promise<void> {
  if (getCompileCacheDir() === undefined)
    throw new Error('Set NODE_COMPILE_CACHE to a folder that can be written; nothing was compiled.')
  await import('../api.ts')
  await import('../worker.ts')
  // By its threads.
  await import('../modules/databases/workflow/thread/data-thread.main.ts')
  flushCompileCache()
}
