/** A clock that jumps from event to event: hours of waiting cost nothing, and the same seed gives the same order. */
import type { Timers } from '../../../apps/server/src/platform/clock/timers.ts'
import type { Random } from '../../support/random.ts'

interface Event {
  readonly at: number
  readonly order: number
  /** False if nothing was started. */
  work: (() => unknown) | undefined
}

const begin = Date.UTC(2030, 0, 1)

export class SimulatedTime implements Timers {
  readonly #random: Random
  readonly #heap: Event[] = []
  #now = begin
  #order = 0

  constructor(random: Random) {
    this.#random = random
  }

  now(): number {
    return this.#now
  }

  random = (): number => this.#random.next()

  turn(): Promise<void> {
    return this.wait(0)
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason)
        return
      }
      const stop = () => {
        takeBack()
        reject(signal?.reason)
      }
      const takeBack = this.after(ms, () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      })
      signal?.addEventListener('abort', stop, { once: true })
    })
  }

  after(ms: number, work: () => unknown): () => void {
    this.#order += 1
    const event: Event = { at: this.#now + Math.max(0, ms), order: this.#order, work }
    this.#push(event)
    return () => {
      event.work = undefined
    }
  }

  every(ms: number, work: () => unknown): () => void {
    let takeBack: () => void = () => undefined
    const again = () => {
      takeBack = this.after(ms, () => {
        again()
        return work()
      })
    }
    again()
    return () => takeBack()
  }

  /** False if the limit came first, or nothing was left to wait for. */
  async runUntil(isDone: () => boolean, limitMs: number): Promise<boolean> {
    const end = this.#now + limitMs
    while (!isDone()) {
      const event = this.#pop()
      if (event === undefined || event.at > end) return false
      if (event.work === undefined) continue
      this.#now = event.at
      // Runs all immediate continuations first.
      if (event.work() !== false) await new Promise((resolve) => setImmediate(resolve))
    }
    return true
  }

  #push(event: Event): void {
    const heap = this.#heap
    heap.push(event)
    let at = heap.length - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(heap[at], heap[parent])) break
      swap(heap, at, parent)
      at = parent
    }
  }

  #pop(): Event | undefined {
    const heap = this.#heap
    if (heap.length === 0) return undefined
    swap(heap, 0, heap.length - 1)
    const first = heap.pop()
    let at = 0
    for (;;) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && isBefore(heap[child], heap[least])) least = child
      }
      if (least === at) return first
      swap(heap, at, least)
      at = least
    }
  }
}

function isBefore(a: Event | undefined, b: Event | undefined): boolean {
  if (a === undefined || b === undefined) return false
  return a.at === b.at ? a.order < b.order : a.at < b.at
}

function swap(heap: Event[], a: number, b: number): void {
  const [first, second] = [heap[a], heap[b]]
  if (first === undefined || second === undefined) return
  heap[a] = second
  heap[b] = first
}
