/** How a suite or a bench ends: one line `NAME: key=value …`, exit code non-zero when something fell short. */
import { isQuick, numberOption, reproduceCommand, unknownTopics } from './command-line.ts'

export type Figures = Record<string, string | number | boolean>

/** Collects shortfalls while the suite continues, so that one run shows everything that is wrong. */
export class Report {
  readonly name: string
  readonly #figures: Figures = {}
  readonly #shortfalls: string[] = []
  #checks = 0
  #seed: number | undefined

  constructor(name: string) {
    this.name = name
  }

  figure(key: string, value: string | number | boolean): void {
    this.#figures[key] = value
  }

  /** The seed of this run: `--seed`, or always the same one, so that two runs of one commit do the same. */
  seed(fallback = 1): number {
    this.#seed = numberOption('seed', fallback)
    console.error(`  seed ${this.#seed}`)
    this.figure('seed', this.#seed)
    return this.#seed
  }

  /** A statement that must hold. Returns it, so that callers can stop early. */
  expect(holds: boolean, what: string): boolean {
    this.#checks += 1
    if (!holds) {
      this.#shortfalls.push(what)
      console.error(`  short: ${what}`)
    }
    return holds
  }

  /** A statement about wall time. The quick form runs on busy machines, so there it is only shown. */
  expectTime(holds: boolean, what: string): boolean {
    if (!isQuick) return this.expect(holds, what)
    if (!holds) console.error(`  slow: ${what}`)
    return true
  }

  finish(): never {
    for (const topic of unknownTopics()) this.expect(false, `there is no topic ${topic}`)
    if (this.#checks === 0) this.expect(false, 'this run checked nothing')
    const pairs = Object.entries({ checks: this.#checks, ...this.#figures }).map(([key, value]) => `${key}=${value}`)
    const short = this.#shortfalls.length
    if (short > 0) console.error(`  reproduce: ${reproduceCommand(this.#seed)}`)
    console.log(`${this.name}: ${[...pairs, `short=${short}`].join(' ')}`)
    process.exit(short === 0 ? 0 : 1)
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
