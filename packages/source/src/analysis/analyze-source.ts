/** Analyzes a fetched commit: the worker reads the blobs, and an unprivileged process evaluates them. */
import { type Report, reportSchema } from '@longshore/analyzer/report'
import { Deadline } from '@longshore/process/deadline'
import { Slots } from '@longshore/process/slots'
import { abortFailure, failure } from '../git/failures.ts'
import type { FetchedCommit, FetchedSource, GitSource, Ref, Remote, SourceEntry } from '../git/source.ts'
import { SourceError } from '../git/source-error.ts'
import { BlobServer } from './blob-server.ts'
import { likelyFiles } from './likely-files.ts'
import { isOutOfMemory, Sandbox, type SandboxLimits } from './sandbox.ts'
import { readIndexes, writeBlobs, writeTree } from './wire-tree.ts'

export interface AnalysisCall {
  /** Path from the repository root; `.` is the root. */
  readonly rootDirectory: string
  /** Profiles of the compose file whose services are deployed too. */
  readonly composeProfiles?: readonly string[]
  readonly signal: AbortSignal
  /** At most 60 seconds. */
  readonly deadlineMs?: number
}

export type AnalysisStage =
  | { readonly stage: 'fetching' }
  | { readonly stage: 'scanning'; readonly commit: FetchedCommit }

const maxMs = 60_000
const atOnce = new Slots(2, 100)
const sandboxLimits: SandboxLimits = { heapMb: 384, memoryBytes: 512_000_000, cpuSeconds: 60, frameBytes: 16_000_000 }

/** Returns the report of the untrusted process after checking it. Throws SourceError. */
export async function analyzeSource(fetched: FetchedSource, call: AnalysisCall): Promise<Report> {
  using deadline = new Deadline(Math.min(call.deadlineMs ?? maxMs, maxMs), [call.signal])
  const { signal } = deadline
  using _slot = await takeSlot(signal)
  await using sandbox = await Sandbox.open(sandboxLimits, { signal })
  return await analyzeIn(sandbox, fetched, { ...call, signal })
}

/**
 * Fetches and analyzes in one call. The analysis process starts while git fetches, which is faster than running them in
 * sequence.
 */
export async function analyzeRemote(
  git: GitSource,
  remote: Remote,
  call: AnalysisCall & { readonly ref: Ref; readonly onStage?: (stage: AnalysisStage) => void | Promise<void> },
): Promise<{ commit: FetchedCommit; report: Report }> {
  await call.onStage?.({ stage: 'fetching' })
  using deadline = new Deadline(call.deadlineMs ?? maxMs * 3, [call.signal])
  const { signal } = deadline
  using _slot = await takeSlot(signal)
  // Ends the sandbox at once when there will be nothing to analyze.
  using warmUp = new Deadline(maxMs * 3, [signal])
  const opening = Sandbox.open(sandboxLimits, { signal: warmUp.signal })
  opening.catch(() => undefined)
  try {
    await using fetched = await git.fetch(remote, call.ref, { signal, contents: 'as-needed' })
    await call.onStage?.({ stage: 'scanning', commit: fetched.commit })
    const sandbox = await opening
    using scanning = new Deadline(maxMs, [signal])
    const report = await analyzeIn(sandbox, fetched, { ...call, signal: scanning.signal })
    return { commit: fetched.commit, report }
  } finally {
    warmUp.abort(failure('cancelled'))
    const sandbox = await opening.catch(() => undefined)
    await sandbox?.[Symbol.asyncDispose]()
  }
}

async function takeSlot(signal: AbortSignal): Promise<Disposable> {
  return await atOnce.take(signal).catch((error: unknown) => {
    throw error instanceof RangeError ? failure('source_busy') : abortFailure(signal)
  })
}

async function analyzeIn(sandbox: Sandbox, fetched: FetchedSource, call: AnalysisCall): Promise<Report> {
  const { entries } = await fetched.list(call)
  const rootDirectory = readRootDirectory(call.rootDirectory, entries)
  await using blobs = new BlobServer(fetched, entries)
  const sizes = await blobs.prepare(likelyFiles(entries, rootDirectory), call.signal)
  await sandbox.send('tree', [
    writeTree({ rootDirectory, composeProfiles: call.composeProfiles ?? [], entries, sizes }),
  ])
  while (true) {
    const frame = await sandbox.next(call.signal)
    if (frame === undefined) throw await sandbox.explain()
    if (frame.kind === 'failed') throw failed(frame.body.toString().slice(0, 4_000))
    if (frame.kind === 'report') return readReport(frame.body)
    if (frame.kind !== 'read') throw failure('analysis_failed', { cause: `an unexpected ${frame.kind}` })
    const { head, bodies } = writeBlobs(await blobs.read(readIndexes(frame.body), call.signal))
    await sandbox.send('blobs', [head, ...bodies])
  }
}

function failed(cause: string): SourceError {
  return failure(isOutOfMemory(cause) ? 'analysis_out_of_memory' : 'analysis_failed', { cause })
}

function readRootDirectory(text: string, entries: readonly SourceEntry[]): string {
  const parts = text.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.length === 0) return '.'
  const folder = parts.join('/')
  if (!entries.some((entry) => entry.path.startsWith(`${folder}/`))) throw failure('root_directory_not_found')
  return folder
}

function readReport(body: Buffer): Report {
  try {
    return reportSchema.parse(JSON.parse(body.toString()))
  } catch (error) {
    throw error instanceof SourceError ? error : failure('analysis_failed', { cause: error })
  }
}
