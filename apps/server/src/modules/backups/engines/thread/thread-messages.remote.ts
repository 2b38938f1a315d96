/** Messages between the worker and a data thread. */
import type { ArchiveFault, Packed } from '@longshore/archive'
import type { EngineTarget } from '@longshore/remote/streams'
import type { DumpContent, DumpEngine, RowHash } from '../manifest.schemas.ts'
import type { DumpFacts } from '../scan/scanner.policy.ts'

/** Number of chunks in transit at once, and their size. */
export const chunksAtOnce = 8
export const chunkBytes = 256 << 10

export interface ThreadTask {
  readonly engine: DumpEngine
  /** Hash function of the manifest to compare with. Absent for a new dump. */
  readonly rowHash?: RowHash
  /**
   * Set when the input is an archive, in chunks from the worker. Absent when it is a dump from a container's output.
   */
  readonly opens?: { readonly identity: string; readonly maximumBytes: number }
  /** Set when the input goes back to the worker as an archive. Absent when it is only scanned. */
  readonly packsFor?: readonly string[]
}

/** Description of a dump that was read completely. */
export interface PassedDump {
  /** Digest of the archive that was read or created. For a plain dump it only has its bytes. */
  readonly digest: ReturnType<Packed['digest']>
  readonly content: DumpContent
  readonly facts: DumpFacts
}

interface Piece {
  readonly kind: 'piece'
  readonly piece: Uint8Array
  /** Bytes of the dump so far. */
  readonly plainBytes: number
}
/** A chunk was consumed, so one more can be sent. */
type Taken = { readonly kind: 'taken' }

export type ToThread =
  | { readonly kind: 'open'; readonly place: EngineTarget }
  | { readonly kind: 'read' }
  | Piece
  | { readonly kind: 'end' }
  | Taken

export type FromThread =
  | { readonly kind: 'opened' }
  | Piece
  | Taken
  | { readonly kind: 'done'; readonly dump: PassedDump; readonly errors: string }
  | {
      readonly kind: 'failed'
      readonly message: string
      readonly code: string | null
      readonly fault: ArchiveFault | null
    }
