/**
 * Starting git is most of what reading a few files takes, and the steps that read a commit follow each other closely: the
 * last reader waits a moment for the next one who needs it. It serves one at a time, so that an abort ends nobody else's work.
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
