/** Transfers chunks from one thread to another without copying them. A limit applies to chunks in transit. */
import { chunksAtOnce } from './thread-messages.remote.ts'

type Arrived = { readonly piece: Buffer; readonly plainBytes: number }
type Send = (
  message: { kind: 'piece'; piece: Uint8Array; plainBytes: number } | { kind: 'taken' },
  handedOver: ArrayBuffer[],
) => void

export class ChunkChannel {
  readonly #send: Send
  readonly #arrived: Arrived[] = []
  #freeSlots = chunksAtOnce
  #fault: { error: unknown } | null = null
  #isWhole = false
  #wake: () => void = () => undefined

  constructor(send: Send) {
    this.#send = send
  }

  /** Waits for a free slot. The chunk must own its memory and is unusable afterwards. */
  async give(piece: Buffer, plainBytes: number): Promise<void> {
    while (this.#freeSlots === 0) {
      if (this.#fault !== null) throw this.#fault.error
      await this.#change()
    }
    this.#freeSlots -= 1
    this.#send({ kind: 'piece', piece, plainBytes }, [piece.buffer as ArrayBuffer])
  }

  /** The other side has consumed one chunk. */
  taken(): void {
    this.#freeSlots += 1
    this.#wake()
  }

  arrive({ buffer, byteOffset, length }: Uint8Array, plainBytes: number): void {
    this.#arrived.push({ piece: Buffer.from(buffer, byteOffset, length), plainBytes })
    this.#wake()
  }

  /** Yields arriving chunks until `finish`. */
  async *read(onBytes: (plainBytes: number) => void = () => undefined): AsyncGenerator<Buffer> {
    for (;;) {
      const next = this.#arrived.shift()
      if (next !== undefined) {
        onBytes(next.plainBytes)
        yield next.piece
        this.#send({ kind: 'taken' }, [])
      } else if (this.#fault !== null) throw this.#fault.error
      else if (this.#isWhole) return
      else await this.#change()
    }
  }

  finish(): void {
    this.#isWhole = true
    this.#wake()
  }

  /** Wakes all waiting callers with the error. Only the first error counts. */
  fail(error: unknown): void {
    this.#fault ??= { error }
    this.#wake()
  }

  async #change(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    await promise
  }
}
