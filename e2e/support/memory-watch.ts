/** The peak memory of this process and its child processes, in MB. */
import { readdirSync, readFileSync } from 'node:fs'

const everyMs = 100

export class MemoryWatch implements Disposable {
  #peakMb: number
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#peakMb = heldMb()
    this.#timer = setInterval(() => {
      this.#peakMb = Math.max(this.#peakMb, heldMb())
    }, everyMs)
  }

  get peakMb(): number {
    return Math.max(this.#peakMb, heldMb())
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}

/** Memory of this process and all below it. Shared pages count once (PSS). */
export function heldMb(root = process.pid): number {
  return [root, ...descendantsOf(root)].reduce((sum, id) => sum + pssMb(id), 0)
}

export function descendantsOf(root: number): number[] {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(Number(name))
    if (parent !== undefined) parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
  }
  const below = (id: number): number[] => (parents.get(id) ?? []).flatMap((child) => [child, ...below(child)])
  return below(root)
}

function parentOf(id: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1')
    // The name in parentheses can contain spaces and parentheses.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

function pssMb(id: number): number {
  try {
    const kb = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'latin1'))?.[1]
    return Number(kb ?? 0) / 1_024
  } catch {
    return 0
  }
}
