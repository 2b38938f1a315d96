/**
 * Looks at what nobody tells: whether hooks are still there, branches of environments that poll, checks of commits that wait.
 * Looks are no runs, since most find nothing; what they find is decided by a run.
 */
import { Looks } from '../../../platform/durable/looks.ts'
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
  readonly #looks = new Looks({ atOnce })

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
    const room = () => this.#looks.room
    await hastenOrphans(db)
    this.#begin(await takeDueChecks(db, { limit: room(), everyMs: checksEveryMs }), lookAtChecks)
    this.#begin(await takeDuePolls(db, { limit: room(), everyMs: pollEveryMs }), pollBranch)
    this.#begin(await takeDueHookChecks(db, { limit: room(), everyMs: hookEveryMs }), keepHook)
  }

  #begin(due: readonly DueLook[], look: Look): void {
    const { work, log } = this.#options
    for (const each of due)
      this.#looks.begin(each.id, (signal) => look(work, each, signal), {
        withinMs: lookMs,
        onError: (err) =>
          log.warn({ err, look: look.name, id: each.id }, 'a look for auto-deploy failed, the next follows'),
      })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#looks.stop()
    await this.#loop[Symbol.asyncDispose]()
    await this.#looks[Symbol.asyncDispose]()
  }
}
