/** Parses the output of `git cat-file --batch-command` as it arrives. Pure. */
import { failure } from './failures.ts'

export interface GitObject {
  readonly type: string
  readonly bytes: number
  /** Empty when only the size was requested. */
  readonly content: Buffer
}

export type Question = 'info' | 'contents'

const maxHeader = 256
const header = /^([0-9a-f]{40}) (?:(missing|ambiguous)|(blob|tree|commit|tag) (\d{1,15}))$/

export class ObjectParser {
  /** Null when there is no such object, or when it exceeds `maxBytes` and was skipped. */
  readonly #onObject: (id: string, object: GitObject | null) => void
  /** Returns the next request: the responses to both kinds start with the same line. */
  readonly #nextQuestion: () => Question
  readonly #maxBytes: number
  #chunks: Buffer[] = []
  #held = 0
  #current: { id: string; type: string; size: number } | null = null
  /** Remaining bytes of an object that is skipped. */
  #passing = 0

  constructor(
    maxBytes: number,
    options: { nextQuestion: () => Question; onObject: (id: string, object: GitObject | null) => void },
  ) {
    this.#maxBytes = maxBytes
    this.#nextQuestion = options.nextQuestion
    this.#onObject = options.onObject
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#held += chunk.length
    while (this.#step());
  }

  #step(): boolean {
    if (this.#passing > 0) return this.#pass()
    if (this.#current === null) return this.#readHeader()
    const { id, type, size } = this.#current
    // The object is followed by a line end.
    if (this.#held < size + 1) return false
    const content = this.#cut(size + 1).subarray(0, size)
    this.#current = null
    this.#onObject(id, { type, bytes: size, content })
    return this.#held > 0
  }

  #readHeader(): boolean {
    const first = this.#chunks[0]
    if (first === undefined) return false
    let end = first.indexOf(10)
    if (end < 0 && this.#chunks.length > 1) {
      this.#chunks = [Buffer.concat(this.#chunks)]
      end = this.#chunks[0]?.indexOf(10) ?? -1
    }
    if (end < 0 && this.#held <= maxHeader) return false
    if (end < 0 || end > maxHeader) throw failure('repository_unreadable')
    const line = this.#cut(end + 1).toString('latin1', 0, end)
    const [, id = '', absent, type = '', size = ''] = header.exec(line) ?? []
    if (id === '') throw failure('repository_unreadable')
    if (absent !== undefined) this.#onObject(id, null)
    else if (this.#nextQuestion() === 'info')
      this.#onObject(id, { type, bytes: Number(size), content: Buffer.alloc(0) })
    else if (Number(size) <= this.#maxBytes) this.#current = { id, type, size: Number(size) }
    else {
      this.#passing = Number(size) + 1
      this.#onObject(id, null)
    }
    return this.#held > 0 || this.#current?.size === 0
  }

  #pass(): boolean {
    const step = Math.min(this.#passing, this.#held)
    if (step > 0) this.#cut(step)
    this.#passing -= step
    return this.#passing === 0 && this.#held > 0
  }

  /** Copies only when the bytes arrived in several chunks. */
  #cut(bytes: number): Buffer {
    this.#held -= bytes
    const first = this.#chunks[0] ?? Buffer.alloc(0)
    if (first.length > bytes) {
      this.#chunks[0] = first.subarray(bytes)
      return first.subarray(0, bytes)
    }
    let count = 0
    let length = 0
    while (length < bytes) length += this.#chunks[count++]?.length ?? 0
    const whole = count === 1 ? first : Buffer.concat(this.#chunks.slice(0, count))
    const rest = whole.subarray(bytes)
    this.#chunks = rest.length === 0 ? this.#chunks.slice(count) : [rest, ...this.#chunks.slice(count)]
    return whole.subarray(0, bytes)
  }
}
