/** What goes wrong in one schedule, and when: counted in calls, so that every place between two effects can be hit. */
import type { Random } from '../../support/random.ts'

export const faultKinds = [
  'kill', 'freeze', 'partition', 'connection', 'database', 'reboot', 'disk-full', 'engine-wiped', 'duplicate-ticket',
] as const // biome-ignore format: a list
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  /** The how manieth call of this world. */
  readonly atCall: number
  readonly kind: FaultKind
  /** Before the effect of that call, or after it and before anybody hears of it. */
  readonly when: 'before' | 'after'
  readonly lastsMs: number
}

/** Kinds that leave two workers at one run. */
const staleKinds: ReadonlySet<FaultKind> = new Set(['freeze', 'partition', 'engine-wiped'])

export class Faults {
  readonly planned: readonly Fault[]
  readonly happened: Fault[] = []
  #pending: Fault[]
  #calls = 0

  constructor(random: Random, options: { calls: number; most: number }) {
    const count = random.below(options.most + 1)
    this.planned = Array.from({ length: count }, () => ({
      atCall: 1 + random.below(options.calls),
      kind: random.pick(faultKinds),
      when: random.chance(0.5) ? ('before' as const) : ('after' as const),
      lastsMs: 50 + Math.floor(random.next() ** 2 * 60_000),
    }))
    this.#pending = [...this.planned]
  }

  nextCall(): number {
    this.#calls += 1
    return this.#calls
  }

  /** The faults that are due at this moment, each once. Some can hit only a statement, others only a call to a server. */
  take(call: number, when: 'before' | 'after', place: 'store' | 'server' | 'point'): Fault[] {
    const due = this.#pending.filter((fault) => fault.atCall <= call && fault.when === when && fits(fault.kind, place))
    if (due.length === 0) return []
    this.#pending = this.#pending.filter((fault) => !due.includes(fault))
    this.happened.push(...due)
    return due
  }

  get calls(): number {
    return this.#calls
  }

  get hadStaleWorker(): boolean {
    return this.happened.some((fault) => staleKinds.has(fault.kind))
  }
}

function fits(kind: FaultKind, place: 'store' | 'server' | 'point'): boolean {
  if (kind === 'connection' || kind === 'reboot' || kind === 'disk-full') return place === 'server'
  return kind === 'database' ? place === 'store' : true
}
