/** Buffer of lines between reading and the database: bounded, so that a reader that is faster than the writes waits. */

import type { NewContainerEvent } from './container-events.repository.ts'
import type { FollowedContainer } from './followed-container.context.ts'
import type { LogLine } from './log-chunk.policy.ts'
import type { LogCursor } from './log-cursor.policy.ts'

export interface BufferedContainer {
  container: FollowedContainer
  lines: LogLine[]
  cursor: LogCursor
}

export interface Batch {
  containers: BufferedContainer[]
  events: NewContainerEvent[]
}

const maxBytes = 4 << 20
const maxEvents = 1_000

export class LogBuffer {
  #containers = new Map<string, BufferedContainer>()
  #events: NewContainerEvent[] = []
  #bytes = 0
  #isClosed = false
  /** Shared by all waiting writers; undefined if there are none. */
  #freed: PromiseWithResolvers<void> | undefined

  /** Resolves when there is space for more. */
  async add(container: FollowedContainer, { lines, cursor }: Omit<BufferedContainer, 'container'>): Promise<void> {
    if (lines.length === 0) return
    const known = this.#containers.get(container.id)
    if (known === undefined) this.#containers.set(container.id, { container, lines: [...lines], cursor })
    else {
      for (const line of lines) known.lines.push(line)
      known.cursor = cursor
    }
    for (const { text } of lines) this.#bytes += text.length + 32
    await this.#wait()
  }

  async addEvent(event: NewContainerEvent): Promise<void> {
    this.#events.push(event)
    await this.#wait()
  }

  /** Whether it is so large that it should be written immediately. */
  get isLarge(): boolean {
    return this.#bytes > maxBytes / 4
  }

  /** Returns everything; null if it is empty. What can't be written is lost here, and read again from the server. */
  take(): Batch | null {
    if (this.#containers.size === 0 && this.#events.length === 0) return null
    const batch = { containers: [...this.#containers.values()], events: this.#events }
    this.#containers = new Map()
    this.#events = []
    this.#bytes = 0
    this.#freed?.resolve()
    this.#freed = undefined
    return batch
  }

  /** The reader ended, so writers no longer wait. */
  close(): void {
    this.#isClosed = true
    this.#freed?.resolve()
  }

  async #wait(): Promise<void> {
    if (this.#isClosed || (this.#bytes < maxBytes && this.#events.length < maxEvents)) return
    this.#freed ??= Promise.withResolvers()
    await this.#freed.promise
  }
}
