/**
 * Restate, reduced to its guarantees: one invocation at a time per key, retried when it fails or its worker dies. Every
 * worker's tasks around it are included: relay, reconcile, resume, handle cancels.
 */

import { endObsoleteRuns } from '../../../apps/server/src/platform/durable/end-obsolete-runs.ts'
import type { Journal } from '../../../apps/server/src/platform/durable/journal.ts'
import type { RunId } from '../../../apps/server/src/platform/durable/workflow-ref.ts'
import type { MemoryRuns } from '../../../apps/server/src/testing/simulation/memory-runs.ts'
import type { Random } from '../../support/random.ts'
import type { SimulatedTime } from './simulated-time.ts'
import type { SimulatedWorker } from './simulated-worker.ts'

export interface EngineSurroundings {
  readonly time: SimulatedTime
  readonly random: Random
  readonly runs: MemoryRuns
  readonly journal: Journal
  readonly workers: readonly SimulatedWorker[]
  anyWorker(): SimulatedWorker | undefined
  takeDuplicate(): boolean
}

interface Turn {
  readonly key: string
  readonly runId: RunId
  readonly generation: number
}

const lostAfterMs = 400
const silentAfterMs = 8_000

export class SimulatedEngine {
  readonly #simulation: EngineSurroundings
  readonly #queues = new Map<string, Turn[]>()
  /** Increases when the store is wiped, which loses everything in progress. */
  #epoch = 0

  constructor(simulation: EngineSurroundings) {
    this.#simulation = simulation
    const { time } = simulation
    const { runs } = simulation
    time.every(97, () => (runs.outbox.isEmpty ? false : this.#relay()))
    time.every(2_003, () => (this.#isIdle() ? false : this.#reconcile()))
    time.every(499, () => (this.#isIdle() ? false : this.#resumeRetries()))
    time.every(5_009, () => (this.#isIdle() ? false : this.#readMissedCancels()))
  }

  #isIdle(): boolean {
    return this.#simulation.runs.runs.all().every((run) => run.finished_at !== null)
  }

  async #resumeRetries(): Promise<void> {
    const { runs } = this.#simulation
    await this.#withWorker(() => runs.store.transaction(() => runs.resumeRetries()))
  }

  wipe(): void {
    this.#epoch += 1
    this.#queues.clear()
  }

  /** Notifications can be lost, so the workers also poll. */
  sendCancel(id: RunId): void {
    const { time, random } = this.#simulation
    for (const worker of this.#simulation.workers) {
      if (random.chance(0.1)) continue
      time.after(1 + random.below(20), () =>
        worker.deliver(() => {
          if (!worker.live.cancel(id)) void endObsoleteRuns(this.#simulation.journal, worker.workflows)
        }),
      )
    }
  }

  async #withWorker(work: (worker: SimulatedWorker) => Promise<unknown>): Promise<void> {
    const worker = this.#simulation.anyWorker()
    if (worker !== undefined) await work(worker)
  }

  async #relay(): Promise<void> {
    await this.#withWorker(async (worker) => {
      const { runs: rows, journal, random } = this.#simulation
      const tickets = rows.outbox.all()
      for (const key of new Set(tickets.map((ticket) => ticket.key)))
        await endObsoleteRuns(journal, worker.workflows, key)
      for (const ticket of tickets) {
        this.#submit({ key: ticket.key, runId: ticket.run_id, generation: ticket.generation })
        // The worker died before it deleted the row: the engine usually recognizes the second submission.
        if (this.#simulation.takeDuplicate() && random.chance(0.5))
          this.#submit({ key: ticket.key, runId: ticket.run_id, generation: -1 })
      }
      await rows.store.transaction(() => {
        for (const ticket of tickets) rows.outbox.delete(String(ticket.id))
      })
    })
  }

  #submit(turn: Turn): void {
    const queue = this.#queues.get(turn.key) ?? []
    if (queue.some((each) => each.runId === turn.runId && each.generation === turn.generation)) return
    queue.push(turn)
    this.#queues.set(turn.key, queue)
    if (queue.length === 1) void this.#serve(turn.key, this.#epoch)
  }

  async #serve(key: string, epoch: number): Promise<void> {
    const { time } = this.#simulation
    for (let failures = 0; ; ) {
      const queue = this.#queues.get(key)
      const [turn] = queue ?? []
      if (queue === undefined || turn === undefined || epoch !== this.#epoch) return
      const isOver = await this.#attempt(key, epoch)
      if (epoch !== this.#epoch) return
      if (isOver) {
        queue.shift()
        failures = 0
        if (queue.length === 0) {
          this.#queues.delete(key)
          return
        }
        continue
      }
      failures += 1
      if (failures > 50) {
        queue.shift()
        failures = 0
      }
      await time.wait(Math.min(5_000, 100 * 2 ** Math.min(failures, 6)))
    }
  }

  /** True if the worker completed. False if it failed, died or stopped responding. */
  async #attempt(key: string, epoch: number): Promise<boolean> {
    const { time, random } = this.#simulation
    const worker = this.#simulation.anyWorker()
    if (worker === undefined) {
      await time.wait(100)
      return false
    }
    const attempt = new AbortController()
    let outcome: boolean | undefined
    worker.deliver(() => {
      worker.drive(key, attempt.signal).then(
        () => {
          outcome = true
        },
        () => {
          outcome = false
        },
      )
    })
    for (let silentMs = 0; ; ) {
      const isReached = worker.isUp && worker.partedUntil <= time.now()
      if (outcome !== undefined && isReached) return outcome
      await time.wait(lostAfterMs / 4)
      silentMs = isReached ? 0 : silentMs + lostAfterMs / 4
      const isLost = worker.isDead ? silentMs > lostAfterMs : silentMs > silentAfterMs
      if (!isLost && epoch === this.#epoch) continue
      // The worker learns of it once it runs and is reachable, and maybe a moment after its next step.
      const late =
        Math.max(0, worker.partedUntil - time.now()) + (random.chance(0.3) ? random.below(5_000) : random.below(30))
      time.after(late, () => worker.deliver(() => attempt.abort()))
      return false
    }
  }

  async #reconcile(): Promise<void> {
    await this.#withWorker(async () => {
      const { runs: rows } = this.#simulation
      const unfinished = rows.runs.all().filter((run) => run.finished_at === null)
      const ticketed = new Set(rows.outbox.all().map((ticket) => ticket.run_id))
      const waiting = unfinished.filter((run) => run.waiting_for !== null && run.cancel_requested_at === null)
      const parkedKeys = new Set(waiting.map((run) => run.key))
      const dead = unfinished.filter((run) => {
        if (ticketed.has(run.id) || parkedKeys.has(run.key)) return false
        const queue = this.#queues.get(run.key) ?? []
        return !queue.some((turn) => turn.runId === run.id && turn.generation === run.generation)
      })
      if (dead.length > 0) await rows.store.transaction(() => rows.issueTickets(dead.map((run) => run.id)))
    })
  }

  async #readMissedCancels(): Promise<void> {
    const { runs: rows, journal } = this.#simulation
    for (const worker of this.#simulation.workers) {
      if (!worker.isUp) continue
      await endObsoleteRuns(journal, worker.workflows)
      for (const id of worker.live.runIds()) {
        if (rows.runs.get(id)?.cancel_requested_at != null) worker.live.cancel(id)
      }
    }
  }
}
