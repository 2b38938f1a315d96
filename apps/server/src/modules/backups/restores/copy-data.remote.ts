/** Loads a dump into an unused volume, and reads back its content. Both in containers without a network. */
import type { DataRuntime, PipedEnd, Runtime } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { type DatabaseSite, dumpVolumeContainer, fillContainer } from '../engines/dump-containers.remote.ts'
import { type DumpContent, newRowHash, type RowHash } from '../engines/manifest.schemas.ts'
import { DataThread } from '../engines/thread/data-thread.remote.ts'

export interface Copy {
  readonly runtime: Runtime & DataRuntime
  readonly site: DatabaseSite
  /** Name of the container. The same in each attempt of a run, so that a second attempt finds and ends the first. */
  readonly name: string
  readonly volume: string
  readonly memoryBytes?: number
  /** Row hash of the data to compare with. Absent: that is new too. */
  readonly rowHash?: RowHash
  readonly signal: AbortSignal
}

const tailLength = 4_000

/** The volume must be new and empty. */
export async function fillVolume(
  { runtime, site, signal, rowHash: _, ...container }: Copy,
  content: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => Promise<void>,
): Promise<void> {
  const end = await runtime.runPiped(fillContainer(site, container), {
    signal,
    input: counted(content, onBytes),
    async use(output) {
      for await (const _ of output);
    },
  })
  requireSuccess(end, 'took the dump')
}

/** Reads with the engine's own tool, through the scanner that created the manifest. */
export async function readVolume({
  runtime,
  site,
  signal,
  rowHash = newRowHash,
  ...container
}: Copy): Promise<DumpContent> {
  await using thread = new DataThread({ engine: site.kind, rowHash })
  const end = await runtime.runPipedTo(dumpVolumeContainer(site, container), { signal, reader: thread })
  requireSuccess(end, 'was read back')
  const { facts, content } = end.result
  if (!facts.hasEndMarker) throw new PermanentError('restore_refused', "The copy couldn't be read back completely.")
  return content
}

export async function* counted(
  content: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    await onBytes(bytes)
    yield chunk
  }
}

function requireSuccess({ exitCode, oomKilled, errors }: PipedEnd<unknown>, when: string): void {
  if (oomKilled) throw new PermanentError('not_enough_memory', `The engine ran out of memory while it ${when}.`)
  if (exitCode === 0) return
  throw new PermanentError('restore_refused', `The engine ended with exit code ${exitCode} while it ${when}.`, {
    details: { exitCode, logTail: errors.slice(-tailLength) },
  })
}
