/**
 * The worker's handle for a thread that processes the data of one dump. The worker sets where to read, or passes an
 * archive, and the thread describes what it read. An archive that it creates has no end until `finish` confirms that
 * the tool succeeded.
 */
import { Worker } from 'node:worker_threads'
import { ArchiveError } from '@longshore/archive'
import type { OutputReader } from '@longshore/remote/runtime'
import { ChunkBuffer, type EngineTarget } from '@longshore/remote/streams'
import { freeBuffers } from '../../../../platform/memory/free-buffers.ts'
import { ChunkChannel } from './chunk-channel.remote.ts'
import {
  chunkBytes,
  type FromThread,
  type PassedDump,
  type ThreadTask,
  type ToThread,
} from './thread-messages.remote.ts'

const program = new URL('./data-thread-main.remote.ts', import.meta.url)
/** Limits JavaScript's own memory. Chunks in transit come on top, and are small. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 }

type Read = Awaited<ReturnType<OutputReader<PassedDump>['read']>>

export class DataThread implements OutputReader<PassedDump>, AsyncDisposable {
  readonly #worker: Worker
  readonly #line = new ChunkChannel((message, handedOver) => this.#post(message, handedOver))
  readonly #done = Promise.withResolvers<Read>()
  #opened = Promise.withResolvers<void>()

  constructor(order: ThreadTask) {
    this.#worker = new Worker(program, { workerData: order, resourceLimits })
    this.#done.promise.catch(() => undefined)
    this.#worker.on('message', (message: FromThread) => this.#handle(message))
    this.#worker.on('error', (error) => this.fail(error))
    this.#worker.on('exit', () => this.fail(new Error('The thread of the data ended.')))
  }

  async open(place: EngineTarget): Promise<void> {
    this.#opened = Promise.withResolvers()
    this.#post({ kind: 'open', place })
    await Promise.race([this.#opened.promise, this.#done.promise])
  }

  async read(): Promise<Read> {
    this.#post({ kind: 'read' })
    return await this.#done.promise
  }

  /** Yields the archive while it is created. Ends after `finish`. */
  content(onBytes: (plainBytes: number) => void): AsyncGenerator<Buffer> {
    return freeBuffers(this.#line.read(onBytes))
  }

  /** Confirms that the input is complete. */
  finish(): void {
    this.#line.finish()
  }

  /** Reads an archive to its end. */
  async check(archive: AsyncIterable<Buffer>): Promise<PassedDump> {
    const reading = this.read()
    reading.catch(() => undefined)
    const gatherer = new ChunkBuffer(chunkBytes)
    for await (const chunk of freeBuffers(archive))
      for (const piece of gatherer.push(chunk)) await this.#line.give(piece, 0)
    for (const piece of gatherer.end()) await this.#line.give(piece, 0)
    this.#post({ kind: 'end' })
    return (await reading).result
  }

  /** Rejects all waiting callers with the error. Only the first error counts. */
  fail(error: unknown): void {
    this.#done.reject(error)
    this.#line.fail(error)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate()
  }

  #handle(message: FromThread): void {
    switch (message.kind) {
      case 'opened':
        this.#opened.resolve()
        break
      case 'piece':
        this.#line.arrive(message.piece, message.plainBytes)
        break
      case 'taken':
        this.#line.taken()
        break
      case 'done':
        this.#done.resolve({ result: message.dump, errors: message.errors })
        break
      case 'failed':
        this.fail(toError(message))
        break
    }
  }

  #post(message: ToThread, handedOver: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, handedOver)
  }
}

function toError({ message, code, fault }: FromThread & { kind: 'failed' }): Error {
  if (fault !== null) return new ArchiveError(fault)
  return Object.assign(new Error(message), code === null ? {} : { code })
}
