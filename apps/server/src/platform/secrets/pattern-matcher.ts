/**
 * Aho–Corasick over bytes: finds every pattern in one pass, in time linear in the input, however many patterns there
 * are.
 *
 * States are in flat arrays. Nearly every state has one successor, which is stored inline; further ones are in a map. A
 * dense table would take a kilobyte per state, and a private key in all its encodings has tens of thousands of them.
 */
import type { Pattern } from './encodings.ts'

export const startState = 0
const maximumPatternBytes = 16 << 20
const alphabet = 256

export interface PatternMatcher {
  /** Returns the state after reading the byte. */
  next(state: number, byte: number): number
  /** Number of last bytes that can still be the beginning of a match. */
  depth(state: number): number
  /**
   * Number of bytes to redact before (`reachBack`) and after (`reachForward`) the current position; both 0 if no match
   * ends here.
   */
  reachBack(state: number): number
  reachForward(state: number): number
}

export function createPatternMatcher(patterns: readonly Pattern[]): PatternMatcher {
  const total = patterns.reduce((sum, pattern) => sum + pattern.bytes.length, 0)
  if (total > maximumPatternBytes) throw new RangeError('too many secret bytes to mask in one redactor')
  const trie = new Trie(total + 1)
  for (const pattern of patterns) trie.add(pattern)
  trie.link()
  return trie
}

class Trie implements PatternMatcher {
  readonly #root = new Int32Array(alphabet)
  readonly #firstByte: Uint8Array
  readonly #firstNext: Int32Array
  readonly #others = new Map<number, number>()
  readonly #fail: Int32Array
  readonly #depth: Int32Array
  readonly #back: Int32Array
  readonly #forward: Uint8Array
  #count = 1

  constructor(capacity: number) {
    this.#firstByte = new Uint8Array(capacity)
    this.#firstNext = new Int32Array(capacity)
    this.#fail = new Int32Array(capacity)
    this.#depth = new Int32Array(capacity)
    this.#back = new Int32Array(capacity)
    this.#forward = new Uint8Array(capacity)
  }

  add(pattern: Pattern): void {
    let state = startState
    for (const byte of pattern.bytes) state = this.#child(state, byte) || this.#append(state, byte)
    this.#back[state] = Math.max(this.#at(this.#back, state), pattern.bytes.length + pattern.before)
    this.#forward[state] = Math.max(this.#forward[state] ?? 0, pattern.after)
  }

  /** Breadth first: a state's failure state is nearer to the root and therefore finished. */
  link(): void {
    const children: number[][] = Array.from({ length: this.#count }, () => [])
    for (let byte = 0; byte < alphabet; byte += 1) this.#collect(children, startState, byte, this.#at(this.#root, byte))
    for (let state = 1; state < this.#count; state += 1)
      this.#collect(children, state, this.#firstByte[state] ?? 0, this.#at(this.#firstNext, state))
    for (const [key, child] of this.#others) this.#collect(children, Math.floor(key / alphabet), key % alphabet, child)
    const queue = [startState]
    for (let at = 0; at < queue.length; at += 1) {
      const state = queue[at] ?? startState
      const list = children[state] ?? []
      for (let index = 0; index < list.length; index += 2) {
        const child = list[index + 1] ?? startState
        this.#linkChild(state, list[index] ?? 0, child)
        queue.push(child)
      }
    }
  }

  next(state: number, byte: number): number {
    let from = state
    while (from !== startState) {
      const child = this.#child(from, byte)
      if (child !== startState) return child
      from = this.#at(this.#fail, from)
    }
    return this.#at(this.#root, byte)
  }

  depth(state: number): number {
    return this.#at(this.#depth, state)
  }

  reachBack(state: number): number {
    return this.#at(this.#back, state)
  }

  reachForward(state: number): number {
    return this.#forward[state] ?? 0
  }

  /** The start state means "none", because no transition leads back to it. */
  #child(state: number, byte: number): number {
    if (state === startState) return this.#at(this.#root, byte)
    const first = this.#at(this.#firstNext, state)
    if (first === startState) return startState
    if (this.#firstByte[state] === byte) return first
    return this.#others.size === 0 ? startState : (this.#others.get(state * alphabet + byte) ?? startState)
  }

  #append(state: number, byte: number): number {
    const child = this.#count
    this.#count += 1
    this.#depth[child] = this.#at(this.#depth, state) + 1
    if (state === startState) {
      this.#root[byte] = child
    } else if (this.#at(this.#firstNext, state) === startState) {
      this.#firstByte[state] = byte
      this.#firstNext[state] = child
    } else {
      this.#others.set(state * alphabet + byte, child)
    }
    return child
  }

  #collect(children: number[][], state: number, byte: number, child: number): void {
    if (child !== startState) children[state]?.push(byte, child)
  }

  #linkChild(state: number, byte: number, child: number): void {
    const fail = state === startState ? startState : this.next(this.#at(this.#fail, state), byte)
    this.#fail[child] = fail
    // A pattern that ends inside another one: the one that reaches further decides.
    this.#back[child] = Math.max(this.#at(this.#back, child), this.#at(this.#back, fail))
    this.#forward[child] = Math.max(this.#forward[child] ?? 0, this.#forward[fail] ?? 0)
  }

  #at(array: Int32Array, index: number): number {
    return array[index] ?? 0
  }
}
