/**
 * From the database to the store in one stream: the tool's output is scanned, compressed and encrypted by a thread of its own, put from
 * here, and is nowhere in between. The put ends well only after the tool has ended well and the dump has its end mark: until then
 * nothing is there.
 */
import type { OutputReader, PipedEnd } from '@longshore/remote/runtime'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import type { DumpEngine } from '../../databases/manifest.schemas.ts'
import { DataThread, type PassedDump } from '../../databases/worker.ts'
import { problem } from './backup-step.ts'

/** A terabyte: more is not backed up by dumps. */
const maximumBytes = 2 ** 40

export interface DumpTarget {
  readonly engine: DumpEngine
  readonly store: ObjectStore
  readonly key: string
  readonly recipients: readonly string[]
  readonly signal: AbortSignal
  /** While it passes: bytes of the dump so far. */
  onProgress(plainBytes: number): void
}

/** Runs the tool, whose output the reader gets while it comes. */
export type RunTool = (reader: OutputReader<PassedDump>) => Promise<PipedEnd<PassedDump>>

export async function storeDump(
  run: RunTool,
  { engine, recipients, store, key, signal, onProgress }: DumpTarget,
  judge: (end: PipedEnd<unknown>) => void,
): Promise<PassedDump> {
  await using thread = new DataThread({ engine, packsFor: recipients })
  const stop = new AbortController()
  const content = thread.content((plainBytes) => {
    if (plainBytes > maximumBytes) throw problem('backup_too_large')
    onProgress(plainBytes)
  })
  const putting = store.put(key, content, { signal: AbortSignal.any([signal, stop.signal]) })
  // Nobody takes the rest: the tool ends with it.
  let refusal: { error: unknown } | undefined
  putting.catch((error: unknown) => {
    refusal = { error }
    thread.fail(error)
  })
  try {
    const end = await run(thread)
    judge(end)
    if (!end.result.facts.hasEndMarker) throw problem('backup_incomplete')
    thread.finish()
    await putting
    return end.result
  } catch (error) {
    const cause = refusal === undefined ? error : refusal.error
    thread.fail(cause)
    stop.abort(cause)
    // It has taken back what it had put when it ends.
    await putting.catch(() => undefined)
    throw cause
  }
}
