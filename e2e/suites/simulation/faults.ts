/** The faults of one schedule and their times, counted in calls, so that every point between two effects can be hit. */
import type { Random } from '../../support/random.ts'

export const faultKinds = [
  'kill', 'freeze', 'partition', 'connection', 'database', 'reboot', 'disk-full', 'engine-wiped', 'duplicate-ticket',
] as const // biome-ignore format: a list
/** `refusal` is never drawn by a seed: the proxy refuses its new configuration. */
export type FaultKind = (typeof faultKinds)[number] | 'refusal'

/** Steps where two workers on one run could do the most damage: the switch above all. */
const hotCalls = [
  'switchRelease', 'switchRelease', 'removeRelease', 'readProxy', 'startContainer', 'stopContainer', 'removeContainer', 'build',
  'startProgram', 'readOutput', 'removeImage', 'recordStep', 'transaction', 'claimHead', 'start:switch-traffic', 'ran:switch-traffic',
  'ran:watch-stability', 'undo-start:switch-traffic', 'undone:switch-traffic', 'undo-start:start-release', 'finishing',
  'start:mark-release', 'ran:mark-release', 'start:build-image', 'start:snapshot', 'recorded:validate',
] as const // biome-ignore format: a list

const staleKinds: ReadonlySet<FaultKind> = new Set(['freeze', 'partition', 'engine-wiped'])

type Place = 'store' | 'server' | 'point'

export interface Fault {
  /** The number of the call, among all calls or among calls of this name. */
  readonly at: number
  readonly name: string | null
  readonly kind: FaultKind
  /** Before the effect of that call, or after it and before its response. */
  readonly when: 'before' | 'after'
  readonly lastsMs: number
}

export class Faults {
  readonly happened: Fault[] = []
  readonly #named = new Map<string, number>()
  #pending: Fault[]
  #calls = 0

  constructor(random: Random, options: { calls: number; most: number; planned: readonly Fault[] | null }) {
    if (options.planned !== null) {
      this.#pending = [...options.planned]
      return
    }
    this.#pending = Array.from({ length: random.below(options.most + 1) }, () => {
      const name = random.chance(0.5) ? random.pick(hotCalls) : null
      return {
        at: 1 + random.below(name === null ? options.calls : 2),
        name,
        kind: random.chance(0.3) ? 'freeze' : random.pick(faultKinds),
        when: random.chance(0.5) ? ('before' as const) : ('after' as const),
        lastsMs: 50 + Math.floor(random.next() ** 2 * 90_000),
      }
    })
  }

  nextCall(name: string): number {
    this.#calls += 1
    this.#named.set(name, (this.#named.get(name) ?? 0) + 1)
    return this.#calls
  }

  /**
   * Returns the faults that are due at this moment, each once. Some can hit only a statement, others only a call to a
   * server.
   */
  take(name: string, when: 'before' | 'after', place: Place): Fault[] {
    const count = this.#named.get(name) ?? 0
    const due = this.#pending.filter((fault) => {
      if (fault.when !== when || !fits(fault.kind, place)) return false
      return fault.name === null ? fault.at <= this.#calls : fault.name === name && fault.at <= count
    })
    if (due.length === 0) return []
    this.#pending = this.#pending.filter((fault) => !due.includes(fault))
    this.happened.push(...due)
    return due
  }

  /** Faults that leave two workers on one run. The periodic server check finds the effects of the older one. */
  get hasStaleWorker(): boolean {
    return [...this.#pending, ...this.happened].some((fault) => staleKinds.has(fault.kind))
  }

  get calls(): number {
    return this.#calls
  }
}

function fits(kind: FaultKind, place: Place): boolean {
  if (['connection', 'reboot', 'disk-full', 'refusal'].includes(kind)) return place === 'server'
  return kind === 'database' ? place === 'store' : true
}
