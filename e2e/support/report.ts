/** How a suite or a bench ends: one line `NAME: key=value …`, exit code non-zero when something fell short. */
export const isQuick = process.argv.includes('--quick')

export type Figures = Record<string, string | number | boolean>

/** Collects what fell short while the suite goes on, so that one run shows everything that is wrong. */
export class Report {
  readonly name: string
  readonly #figures: Figures = {}
  readonly #shortfalls: string[] = []

  constructor(name: string) {
    this.name = name
  }

  figure(key: string, value: string | number | boolean): void {
    this.#figures[key] = value
  }

  /** A statement that must hold. Returns it, so that callers can stop early. */
  expect(holds: boolean, what: string): boolean {
    if (!holds) {
      this.#shortfalls.push(what)
      console.error(`  short: ${what}`)
    }
    return holds
  }

  finish(): never {
    const pairs = Object.entries(this.#figures).map(([key, value]) => `${key}=${value}`)
    console.log(`${this.name}: ${[...pairs, `short=${this.#shortfalls.length}`].join(' ')}`)
    process.exit(this.#shortfalls.length === 0 ? 0 : 1)
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
