/**
 * Compiles our sources ahead of time, like the image: a process that compiles at its start keeps the compiler in
 * memory.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface CompiledSources extends Disposable {
  /** Environment of processes that use them. */
  readonly environment: { readonly NODE_ENV: 'production'; readonly NODE_COMPILE_CACHE: string }
}

/** The Dockerfile does this with the same flags. */
export function compileSources(): CompiledSources {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-compiled-'))
  const main = join(import.meta.dirname, '../../apps/server/src/main.ts')
  const args = ['--disable-proto=delete', '--max-semi-space-size=8', main, 'compile']
  execFileSync(process.execPath, args, { env: { ...process.env, NODE_COMPILE_CACHE: folder }, timeout: 60_000 })
  return {
    environment: { NODE_ENV: 'production', NODE_COMPILE_CACHE: folder },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}
