/** What the worker and a thread that carries data say to each other. */
import type { ArchiveFault, Packed } from '@longshore/archive'
import type { EngineTarget } from '@longshore/remote/streams'
import type { DumpContent, DumpEngine, RowHash } from '../../manifest.schemas.ts'
import type { DumpFacts } from '../../scan/scanner.ts'

/** Pieces that are on their way at once, and how large they are. */
export const chunksAtOnce = 8
export const chunkBytes = 256 << 10

export interface ThreadTask {
  readonly engine: DumpEngine
  /** Of what it is compared with. Absent: it is new. */
  readonly rowHash?: RowHash
  /** What comes in is an archive, in pieces from the worker. Absent: a dump, from a container's output. */
  readonly opens?: { readonly identity: string; readonly maximumBytes: number }
  /** What comes in goes back to the worker as an archive. Absent: it is only looked at. */
  readonly packsFor?: readonly string[]
}

/** Of a dump that has passed. */
export interface PassedDump {
  /** Of the archive that was opened or made; of a dump alone there are only its bytes. */
  readonly digest: ReturnType<Packed['digest']>
  readonly content: DumpContent
  readonly facts: DumpFacts
}

interface Piece {
  readonly kind: 'piece'
  readonly piece: Uint8Array
  /** Of the dump, so far. */
  readonly plainBytes: number
}
/** A piece is used up: one more may come. */
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
