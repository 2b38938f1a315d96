/**
 * Looks at what nobody tells: whether hooks are still there, branches of environments that poll, checks of commits that wait.
 * Looks are no runs, since most find nothing; what they find is decided by a run.
 */
import { Loop } from '../../../platform/durable/loop.ts'
import type { Log } from '../../../platform/log/log.ts'
import {
  type DueLook,
  hastenOrphans,
  takeDueChecks,
  takeDueHookChecks,
  takeDuePolls,
} from '../auto-deploy.system-repository.ts'
import { keepHook } from './keep-hook.ts'
import { lookAtChecks } from './look-at-checks.ts'
import { pollBranch } from './poll-branch.ts'
import type { PushWork } from './push-work.ts'

export interface LooksOptions {
  work: PushWork
  log: Log
  hookEveryMs: number
  pollEveryMs: number
}

const atOnce = 8
const roundMs = 1_000
const lookMs = 45_000
const checksEveryMs = 10_000

type Look = (work: PushWork, due: DueLook, signal: AbortSignal) => Promise<void>

export class AutoDeployLooks implements AsyncDisposable {
  readonly #options: LooksOptions
  readonly #loop: Loop
  readonly #stop = new AbortController()
  readonly #running = new Set<Promise<void>>()

  constructor(options: LooksOptions) {
    this.#options = options
    this.#loop = new Loop({ name: 'auto-deploy', everyMs: roundMs, log: options.log }, () => this.#round())
  }

  start(): void {
    this.#loop.start()
  }

  async #round(): Promise<void> {
    const { work, hookEveryMs, pollEveryMs } = this.#options
    const db = work.database.systemDb
    const room = () => Math.max(0, atOnce - this.#running.size)
    await hastenOrphans(db)
    this.#begin(await takeDueChecks(db, { limit: room(), everyMs: checksEveryMs }), lookAtChecks)
    this.#begin(await takeDuePolls(db, { limit: room(), everyMs: pollEveryMs }), pollBranch)
    this.#begin(await takeDueHookChecks(db, { limit: room(), everyMs: hookEveryMs }), keepHook)
  }

  #begin(due: readonly DueLook[], look: Look): void {
    for (const each of due) {
      const running = this.#look(each, look).finally(() => this.#running.delete(running))
      this.#running.add(running)
    }
  }

  async #look(due: DueLook, look: Look): Promise<void> {
    const { work, log } = this.#options
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(lookMs)])
    try {
      await look(work, due, signal)
    } catch (error) {
      if (this.#stop.signal.aborted) return
      log.warn({ err: error, look: look.name, id: due.id }, 'a look for auto-deploy failed, the next follows')
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#loop[Symbol.asyncDispose]()
    await Promise.all(this.#running)
  }
}
