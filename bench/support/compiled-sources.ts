/** Our sources compiled ahead, as the image has them: a process that compiles as it starts keeps the compiler in its memory. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface CompiledSources extends Disposable {
  /** Variables of processes that use them. */
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
