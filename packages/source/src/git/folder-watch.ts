/** Measures what a fetch has written so far. The kernel limits each file; this limits their sum. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { failure } from './failures.ts'

const everyMs = 200

export class FolderWatch implements Disposable {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly signal: AbortSignal

  constructor(folder: string, maxBytes: number, outer: AbortSignal) {
    this.signal = AbortSignal.any([outer, this.#controller.signal])
    this.#timer = setInterval(async () => {
      if ((await bytesIn(folder)) > maxBytes) this.#controller.abort(failure('repository_too_large'))
    }, everyMs)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}

export async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (found) => found.size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
