/** An in-memory server: the state that Docker and the proxy would have on it, and the history of that state. */
import type { ContainerSpec, ContainerState, NetworkFacts } from '@longshore/remote/runtime'

/** How an app behaves, by the commit it was built from. */
export interface Behavior {
  readonly readyAfterMs: number
  readonly status: number
  /** Exit code of each start; null: it keeps running. */
  readonly crashAfterMs: number | null
  /** Exit code of the release command. */
  readonly exitCode: number
  /** The build exceeds its time limit. */
  readonly hangs: boolean
}

export const wellBehaved: Behavior = { readyAfterMs: 300, status: 200, crashAfterMs: null, exitCode: 0, hangs: false }

export interface MemoryImage {
  readonly id: string
  readonly tags: Set<string>
  readonly digest: string | null
  readonly labels: Readonly<Record<string, string>>
  readonly behavior: Behavior
}

export interface MemoryContainer {
  readonly id: string
  /** The installation that started it. Other installations don't see it. */
  readonly instance: string
  readonly spec: ContainerSpec
  readonly behavior: Behavior
  readonly address: string
  /** Null if it is stopped, or never started if there is no exit code either. */
  startedAt: number | null
  exitCode: number | null
  /** Duration of a program that runs once. */
  readonly runsForMs?: number
  /** Set when it differs from the specification. */
  restart?: ContainerSpec['restart']
}

export interface MemoryEnvironment {
  fence: number
  current: string | null
  previous: string | null
  /** It keeps its fence and is no longer reported. */
  isRemoved: boolean
  readonly releases: Map<string, Readonly<Record<string, readonly string[]>>>
}

export interface Effect {
  readonly at: number
  readonly kind: 'put' | 'switch' | 'refused' | 'start' | 'stop' | 'remove'
  readonly what: string
  readonly release: string | null
  readonly previous: string | null
  readonly fence: number
  /** Whether every app container of the release answered at that moment. */
  readonly isHealthy: boolean
}

export class MemoryServer {
  readonly id: string
  readonly images = new Map<string, MemoryImage>()
  readonly containers = new Map<string, MemoryContainer>()
  readonly networks = new Map<string, NetworkFacts & { labels: Readonly<Record<string, string>> }>()
  readonly volumes = new Map<string, Readonly<Record<string, string>>>()
  readonly environments = new Map<string, MemoryEnvironment>()
  readonly effects: Effect[] = []
  configuration: { version: number; hosts: Readonly<Record<string, { environment: string; service: string }>> } = {
    version: 0,
    hosts: {},
  }
  hasProxy = false
  isDiskFull = false
  /** Changes with each boot, which loses everything in progress. */
  boot = 0
  isDown = false
  #count = 0

  constructor(id: string) {
    this.id = id
  }

  count(): number {
    this.#count += 1
    return this.#count
  }

  note(effect: Partial<Effect> & Pick<Effect, 'at' | 'kind' | 'what'>): void {
    this.effects.push({ release: null, previous: null, fence: 0, isHealthy: false, ...effect })
  }

  /** Stops everything. After the boot, containers that restart automatically run again. */
  goDown(): void {
    this.boot += 1
    this.isDown = true
  }

  comeBack(now: number): void {
    this.isDown = false
    for (const container of this.containers.values()) {
      if (container.startedAt === null || lifeOf(container, now).state === 'exited') continue
      container.startedAt = container.spec.restart === 'always' ? now : null
      if (container.startedAt === null) container.exitCode = 137
    }
  }

  freeAddress(network: string): string {
    const { subnet } = this.networks.get(network) ?? { subnet: '10.0.0.0/27' }
    const base = subnet.slice(0, subnet.lastIndexOf('.'))
    const taken = new Set([...this.containers.values()].map((container) => container.address))
    for (let last = 2; last < 31; last += 1) if (!taken.has(`${base}.${last}`)) return `${base}.${last}`
    return ''
  }
}

export interface Life {
  readonly state: ContainerState['state']
  readonly restartCount: number
  readonly exitCode: number | null
  readonly runsSince: number
}

const restartPauseMs = 1_000

/** The state of a container at a moment, given its start time and behavior. */
export function lifeOf(container: MemoryContainer, now: number): Life {
  const { startedAt, behavior, spec } = container
  if (startedAt === null) {
    const state = container.exitCode === null ? 'created' : 'exited'
    return { state, restartCount: 0, exitCode: container.exitCode, runsSince: now }
  }
  if (container.runsForMs !== undefined) {
    const isOver = now - startedAt >= container.runsForMs
    const exitCode = isOver ? behavior.exitCode : null
    return { state: isOver ? 'exited' : 'running', restartCount: 0, exitCode, runsSince: startedAt }
  }
  const { crashAfterMs } = behavior
  if (crashAfterMs === null) return { state: 'running', restartCount: 0, exitCode: null, runsSince: startedAt }
  const period = crashAfterMs + restartPauseMs
  const turns = Math.floor((now - startedAt) / period)
  const runsSince = startedAt + turns * period
  const isOver = now - runsSince >= crashAfterMs
  if (spec.restart !== 'always' && (turns > 0 || isOver))
    return { state: 'exited', restartCount: 0, exitCode: 1, runsSince }
  if (isOver) return { state: 'restarting', restartCount: turns, exitCode: 1, runsSince }
  return { state: 'running', restartCount: turns, exitCode: null, runsSince }
}

export function answerOf(container: MemoryContainer, now: number): number | null {
  const life = lifeOf(container, now)
  if (life.state !== 'running' || now - life.runsSince < container.behavior.readyAfterMs) return null
  return container.behavior.status
}

export function stateOf(container: MemoryContainer, instance: string, now: number): ContainerState {
  const { state, exitCode, restartCount, runsSince } = lifeOf(container, now)
  return {
    id: container.id,
    name: container.spec.name,
    labels: { ...container.spec.labels, 'longshore.instance': instance },
    image: container.spec.image,
    address: container.address,
    state,
    exitCode,
    oomKilled: false,
    restartCount,
    startedAt: new Date(runsSince),
    restarts: (container.restart ?? container.spec.restart) === 'always',
  }
}
