/**
 * Streams the dump from the database to the store. A separate thread scans, compresses, and encrypts the tool's output;
 * this code uploads it, and no copy exists in between. The upload completes only after the tool has succeeded and the
 * dump has its end marker, so nothing is visible before.
 */
import type { OutputReader, PipedEnd } from '@longshore/remote/runtime'
import type { ObjectLock, ObjectStore } from '../../../platform/objects/object-store.ts'
import type { DumpEngine } from '../engines/manifest.schemas.ts'
import { DataThread } from '../engines/thread/data-thread.remote.ts'
import type { PassedDump } from '../engines/thread/thread-messages.remote.ts'
import { problem } from './workflow/backup.context.ts'

/** One terabyte. Larger databases aren't backed up by dumps. */
const maximumBytes = 2 ** 40

export interface DumpTarget {
  readonly engine: DumpEngine
  readonly store: ObjectStore
  readonly key: string
  readonly lock: ObjectLock | undefined
  readonly recipients: readonly string[]
  readonly signal: AbortSignal
  /** Called with the bytes of the dump so far. */
  onProgress(plainBytes: number): void
}

/** Runs the tool and passes its output to the reader as it arrives. */
export type RunTool = (reader: OutputReader<PassedDump>) => Promise<PipedEnd<PassedDump>>

export interface StoredDump {
  readonly dump: PassedDump
  /** Version of the archive, in stores that have versions. */
  readonly version: string | undefined
}

export async function storeDump(
  run: RunTool,
  { engine, recipients, store, key, lock, signal, onProgress }: DumpTarget,
  judge: (end: PipedEnd<unknown>) => void,
): Promise<StoredDump> {
  await using thread = new DataThread({ engine, packsFor: recipients })
  const stop = new AbortController()
  const content = thread.content((plainBytes) => {
    if (plainBytes > maximumBytes) throw problem('backup_too_large')
    onProgress(plainBytes)
  })
  const putting = store.put(key, content, { lock, signal: AbortSignal.any([signal, stop.signal]) })
  // When the upload fails, the tool has no reader anymore and ends.
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
    const { version } = await putting
    return { dump: end.result, version }
  } catch (error) {
    const cause = refusal === undefined ? error : refusal.error
    thread.fail(cause)
    stop.abort(cause)
    // The upload removes its partial object before it ends.
    await putting.catch(() => undefined)
    throw cause
  }
}
