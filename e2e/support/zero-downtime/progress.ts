/** The full form takes hours: what was done is kept, and the next run continues from there. `--fresh` begins again. */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { cacheFolder } from '../../fixtures/cache.ts'
import { hasFlag } from '../command-line.ts'

const Done = z.object({ deployments: z.number(), requests: z.number(), failed: z.number() })
const Stored = z.record(z.string(), Done)
export type Done = z.output<typeof Done>

export class Progress {
  readonly #file: string | null
  #done: Record<string, Done> = {}

  private constructor(file: string | null) {
    this.#file = file
  }

  static async open({ isKept }: { isKept: boolean }): Promise<Progress> {
    const progress = new Progress(isKept ? join(cacheFolder, 'zero-downtime.progress.json') : null)
    if (progress.#file === null) return progress
    if (hasFlag('fresh')) await rm(progress.#file, { force: true })
    const text = await readFile(progress.#file, 'utf8').catch(() => '{}')
    progress.#done = Stored.parse(JSON.parse(text))
    return progress
  }

  of(kind: string): Done {
    return this.#done[kind] ?? { deployments: 0, requests: 0, failed: 0 }
  }

  async add(kind: string, more: Omit<Done, 'deployments'>): Promise<void> {
    const known = this.of(kind)
    this.#done[kind] = {
      deployments: known.deployments + 1,
      requests: known.requests + more.requests,
      failed: known.failed + more.failed,
    }
    if (this.#file === null) return
    await mkdir(cacheFolder, { recursive: true })
    await writeFile(this.#file, JSON.stringify(this.#done))
  }
}
