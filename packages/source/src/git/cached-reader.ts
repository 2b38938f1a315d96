/**
 * Starting git takes most of the time of reading a few files, and the steps that read a commit follow each other
 * closely. The last reader therefore stays open for a moment. It serves one caller at a time, so that an abort doesn't
 * end the work of another caller.
 */
import { ObjectReader } from './object-reader.ts'

const keptMs = 3_000

export class CachedReader implements AsyncDisposable {
  readonly #start: () => ObjectReader
  #idle: { reader: ObjectReader; timer: NodeJS.Timeout } | undefined
  #isClosed = false

  constructor(...args: ConstructorParameters<typeof ObjectReader>) {
    this.#start = () => new ObjectReader(...args)
  }

  take(): ObjectReader {
    const idle = this.#idle
    this.#idle = undefined
    clearTimeout(idle?.timer)
    if (idle === undefined) return this.#start()
    if (!idle.reader.isBroken) return idle.reader
    void idle.reader[Symbol.asyncDispose]()
    return this.#start()
  }

  async giveBack(reader: ObjectReader): Promise<void> {
    if (this.#isClosed || this.#idle !== undefined || reader.isBroken) return await reader[Symbol.asyncDispose]()
    const timer = setTimeout(() => void this.#end(), keptMs)
    timer.unref()
    this.#idle = { reader, timer }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await this.#end()
  }

  async #end(): Promise<void> {
    const idle = this.#idle
    this.#idle = undefined
    clearTimeout(idle?.timer)
    await idle?.reader[Symbol.asyncDispose]()
  }
}
