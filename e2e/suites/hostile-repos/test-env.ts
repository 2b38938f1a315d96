/**
 * The context of every topic: a Git server, the repository reader, canaries, and a way to declare the expected outcome
 * of a case.
 */
import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { analyzeRemote } from '@longshore/source/analysis'
import {
  createGitSource,
  type GitSource,
  type Ref,
  type Remote,
  SourceError,
  type SourceErrorCode,
} from '@longshore/source/git'
import type { GitServer } from '../../fixtures/git-server.ts'
import { heldMb, MemoryWatch } from '../../support/memory-watch.ts'
import type { Report } from '../../support/report.ts'

export interface TestEnv {
  readonly report: Report
  readonly isQuick: boolean
  /** Number of concurrent cases. Their memory usage is measured together. */
  readonly lanes: number
  readonly folder: string
  readonly server: GitServer
  readonly git: GitSource
  readonly canary: Canary
}

export type Topic = (testEnv: TestEnv) => Promise<void>

/** Memory limit of one case: the analysis process, git, the fake Git provider, and this suite itself. */
const memoryBarMb = 900
export const counts = { cases: 0, worstMs: 0, worstMb: 0, slowest: '', largest: '' }

/** A secret file that must not be read, a folder where nothing must appear, a port that must not be called. */
export class Canary implements AsyncDisposable {
  readonly secret = `CANARY${randomBytes(12).toString('hex')}`
  readonly secretFile: string
  readonly folder: string
  readonly #listener: Server
  calls = 0

  private constructor(folder: string, listener: Server) {
    this.folder = folder
    this.secretFile = join(folder, 'secret')
    this.#listener = listener
  }

  static async create(folder: string): Promise<Canary> {
    const listener = createServer((socket) => {
      canary.calls += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const canary = new Canary(folder, listener)
    await writeFile(canary.secretFile, canary.secret)
    return canary
  }

  get port(): number {
    const address = this.#listener.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  /** A file that exists only after a repository's code was run. */
  get touch(): string {
    return join(this.folder, 'touched')
  }

  /** The problem, if there was one. */
  async alarms(text: string): Promise<string[]> {
    const names = await readdir(this.folder)
    return [
      ...(text.includes(this.secret) ? ['the secret file was read'] : []),
      ...(names.length === 1 ? [] : [`something was written: ${names.join(', ')}`]),
      ...(this.calls === 0 ? [] : [`the canary port was called ${this.calls} times`]),
    ]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise((resolve) => this.#listener.close(resolve))
  }
}

export function createSource(folder: string, limits: Parameters<typeof createGitSource>[0]['limits'] = {}): GitSource {
  return createGitSource({
    resolve: async (host) => {
      if (host !== '127.0.0.1') throw Object.assign(new Error('not allowed'), { failure: 'address_not_allowed' })
      return [host]
    },
    mayUseHttp: () => true,
    runtimeDirectory: folder,
    limits,
  })
}

export interface Case {
  readonly what: string
  readonly remote: Remote
  readonly ref?: Ref
  /** `report`: there is one. A code: it ends with that. Several: any of them. */
  readonly ends: readonly ('report' | SourceErrorCode)[]
  readonly withinMs?: number
  readonly git?: GitSource
  /** The URL of a server that never reaches an analysis. */
  readonly isFetchOnly?: boolean
  /** Inspects the report, as JSON. */
  readonly inspect?: (report: string) => string | undefined
}

/**
 * Analyzes it as the worker does. It must end as declared, in time, within the memory limit, and nothing may be
 * changed, read or called.
 */
export async function meet(testEnv: TestEnv, each: Case): Promise<void> {
  const { report } = testEnv
  counts.cases += 1
  const before = heldMb()
  using watch = new MemoryWatch()
  const startedAt = performance.now()
  const { end, text } = await analyze(each, testEnv)
  const ms = Math.round(performance.now() - startedAt)
  const mb = Math.round(watch.peakMb - before)
  if (ms > counts.worstMs) Object.assign(counts, { worstMs: ms, slowest: each.what })
  if (mb > counts.worstMb) Object.assign(counts, { worstMb: mb, largest: each.what })
  // In the quick form several cases run concurrently, next to other load on the machine.
  const withinMs = (each.withinMs ?? 30_000) * (testEnv.isQuick ? 2 : 1)
  console.error(`    ${each.what}: ${end}, ${ms} ms, ${mb} MB`)
  report.expect(
    each.ends.some((wanted) => wanted === end),
    `${each.what} ended with ${end}, wanted ${each.ends.join(' or ')}: ${text.slice(0, 600)}`,
  )
  report.expectTime(ms <= withinMs, `${each.what} took ${ms} ms, wanted at most ${withinMs}`)
  report.expect(mb <= memoryBarMb, `${each.what} took ${mb} MB, wanted at most ${memoryBarMb}`)
  for (const alarm of await testEnv.canary.alarms(text)) report.expect(false, `${each.what}: ${alarm}`)
  const fault = end === 'report' ? each.inspect?.(text) : undefined
  report.expect(fault === undefined, `${each.what}: ${fault}`)
}

async function analyze(
  each: Case,
  testEnv: TestEnv,
): Promise<{ end: 'report' | SourceErrorCode | 'crash'; text: string }> {
  const signal = AbortSignal.timeout(120_000)
  try {
    if (each.isFetchOnly === true) {
      await using _fetched = await (each.git ?? testEnv.git).fetch(each.remote, each.ref ?? { branch: 'HEAD' }, {
        signal,
      })
      return { end: 'report', text: '' }
    }
    const { report, commit } = await analyzeRemote(each.git ?? testEnv.git, each.remote, {
      ref: each.ref ?? { branch: 'HEAD' },
      rootDirectory: '.',
      signal,
    })
    return { end: 'report', text: JSON.stringify({ report, commit }) }
  } catch (error) {
    if (error instanceof SourceError)
      return { end: error.code, text: `${error.message} ${error.hint} ${String(error.cause)}` }
    return { end: 'crash', text: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
