/**
 * From the database to the store in one stream: the tool's output is scanned, compressed, encrypted and put, and is nowhere in
 * between. The put ends well only after the tool has ended well and the dump has its end mark: until then nothing is there.
 */
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Packed, pack } from '@longshore/archive'
import type { PipedEnd } from '@longshore/remote/runtime'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import type { DumpEngine } from '../../databases/manifest.schemas.ts'
import { type DumpScan, scanDump } from '../../databases/worker.ts'
import { problem } from './backup-step.ts'

const onTheWayBytes = 1 << 20
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

export interface StoredDump {
  readonly digest: ReturnType<Packed['digest']>
  readonly scan: DumpScan
}

/** Runs the tool, and gives what it writes to `use` while it comes. */
export type RunTool = (use: (output: AsyncIterable<Buffer>) => Promise<void>) => Promise<Omit<PipedEnd<void>, 'result'>>

export async function storeDump(
  run: RunTool,
  target: DumpTarget,
  judge: (end: Omit<PipedEnd<void>, 'result'>) => void,
): Promise<StoredDump> {
  const { store, key, signal } = target
  const pipe = new PassThrough({ highWaterMark: onTheWayBytes })
  const scan = scanDump(target.engine, pipe)
  const packed = await pack(wholeDump(scan, target), target.recipients)
  const stop = new AbortController()
  const putting = store.put(key, packed.content, { signal: AbortSignal.any([signal, stop.signal]) })
  // Nobody takes the rest: the tool ends with it.
  let refusal: { error: unknown } | undefined
  putting.catch((error: unknown) => {
    refusal = { error }
    pipe.destroy()
  })
  try {
    judge(await run((output) => pipeline(output, pipe, { end: false })))
    pipe.end()
    await putting
  } catch (error) {
    const cause = refusal === undefined ? error : refusal.error
    pipe.destroy(cause instanceof Error ? cause : undefined)
    stop.abort(cause)
    // It has taken back what it had put when it ends.
    await putting.catch(() => undefined)
    throw cause
  }
  return { digest: packed.digest(), scan }
}

async function* wholeDump(scan: DumpScan, { onProgress }: DumpTarget): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of scan.through) {
    bytes += chunk.length
    if (bytes > maximumBytes) throw problem('backup_too_large')
    onProgress(bytes)
    yield chunk
  }
  if (!scan.facts().hasEndMarker) throw problem('backup_incomplete')
}
