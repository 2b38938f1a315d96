/**
 * Program of the thread that processes the data of one dump. It reads a container's output itself, or chunks of an
 * archive, so the worker's main thread only transfers data from and to a store.
 */
import type { Readable } from 'node:stream'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { ArchiveError, Digest, pack, unpack } from '@longshore/archive'
import { ChunkBuffer, ContainerOutput, openEngineStream } from '@longshore/remote/streams'
import { freeBuffers } from '../../../../platform/memory/free-buffers.ts'
import { scanDump } from '../scan/scan-dump.policy.ts'
import { ChunkChannel } from './chunk-channel.remote.ts'
import {
  chunkBytes,
  type FromThread,
  type PassedDump,
  type ThreadTask,
  type ToThread,
} from './thread-messages.remote.ts'

class DataThread {
  readonly #port: MessagePort
  readonly #order: ThreadTask
  readonly #line = new ChunkChannel((message, handedOver) => this.#post(message, handedOver))
  readonly #printed = new ContainerOutput()
  readonly #archive = new Digest()
  #source: Readable | null = null
  #isFramed = false

  constructor(port: MessagePort, order: ThreadTask) {
    this.#port = port
    this.#order = order
    port.on('message', (message: ToThread) => {
      this.#handle(message).catch((error: unknown) => this.#post(toFailure(error)))
    })
  }

  async #handle(message: ToThread): Promise<void> {
    switch (message.kind) {
      case 'open':
        this.#source?.destroy()
        this.#isFramed = message.place.form === 'frames'
        this.#source = await openEngineStream(message.place)
        this.#post({ kind: 'opened' })
        break
      case 'read':
        this.#post({ kind: 'done', dump: await this.#carry(), errors: this.#printed.errors() })
        break
      case 'piece':
        this.#line.arrive(message.piece, message.plainBytes)
        break
      case 'end':
        this.#line.finish()
        break
      case 'taken':
        this.#line.taken()
        break
    }
  }

  async #carry(): Promise<PassedDump> {
    const { engine, rowHash, packsFor } = this.#order
    const scan = scanDump(engine, freeBuffers(this.#dump()), rowHash)
    const digest = packsFor === undefined ? await this.#digest(scan.through) : await this.#pack(scan.through, packsFor)
    return { digest, content: scan.content(), facts: scan.facts() }
  }

  #dump(): AsyncIterable<Buffer> {
    const { opens } = this.#order
    if (opens !== undefined) return unpack(this.#archive.through(this.#line.read()), opens)
    if (this.#source === null) throw new Error('nothing is open')
    return this.#isFramed ? this.#printed.read(this.#source) : this.#source
  }

  async #digest(dump: AsyncIterable<Buffer>): Promise<PassedDump['digest']> {
    let plainBytes = 0
    for await (const chunk of dump) plainBytes += chunk.length
    return { plainBytes, packedBytes: this.#archive.bytes, packedSha256: this.#archive.sha256() }
  }

  async #pack(dump: AsyncIterable<Buffer>, recipients: readonly string[]): Promise<PassedDump['digest']> {
    const packed = await pack(dump, recipients)
    const gatherer = new ChunkBuffer(chunkBytes)
    for await (const chunk of packed.content)
      for (const piece of gatherer.push(chunk)) await this.#line.give(piece, packed.plainBytes())
    for (const piece of gatherer.end()) await this.#line.give(piece, packed.plainBytes())
    return packed.digest()
  }

  #post(message: FromThread, handedOver: ArrayBuffer[] = []): void {
    this.#port.postMessage(message, handedOver)
  }
}

function toFailure(error: unknown): FromThread {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
  return { kind: 'failed', message, code, fault: error instanceof ArchiveError ? error.fault : null }
}

if (parentPort !== null) new DataThread(parentPort, workerData as ThreadTask)
