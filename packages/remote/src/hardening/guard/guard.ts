/**
 * Controls `guard.sh`: one directory per run on the server, and every change through its verbs. The program decides
 * what is still allowed; nothing here assumes that the run is still armed because it was a second ago.
 *
 * Decision: docs/decisions/0008-unconfirmed-hardening-reverts-itself.md
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RunOptions, RunResult, ServerConnection } from '../../ssh/index.ts'
import { HardeningError } from '../hardening-error.ts'
import type { SnapshotItem } from './snapshot-item.ts'

type Runner = Pick<ServerConnection, 'run'>

export const guardStates = [
  'none',
  'prepared',
  'armed',
  'confirmed',
  'reverting',
  'reverted',
  'undone',
  'discarded',
] as const
export type GuardState = (typeof guardStates)[number]

const home = '/var/lib/longshore/harden'
const program = readFileSync(new URL('./guard.sh', import.meta.url))
const programSum = createHash('sha256').update(program).digest('hex')
const notArmed = 75

export class Guard {
  readonly #runner: Runner
  readonly #directory: string
  readonly #signal: AbortSignal | undefined

  constructor(runner: Runner, options: { id: string; signal?: AbortSignal | undefined }) {
    if (!/^[a-z0-9_-]{1,64}$/.test(options.id)) throw new TypeError('the id of a run names a directory')
    this.#runner = runner
    this.#directory = `${home}/${options.id}`
    this.#signal = options.signal
  }

  /** Installs the program. Idempotent. */
  async install(): Promise<void> {
    await this.#mustRun(['install', '-d', '-m', '0755', '-o', 'root', '-g', 'root', home, this.#directory])
    const path = `${this.#directory}/guard.sh`
    const there = await this.#root(['sha256sum', path])
    if (there.stdout.startsWith(programSum)) return
    await this.#mustRun(['dd', `of=${path}.new`, 'status=none'], { stdin: program })
    await this.#mustRun(['sync', `${path}.new`])
    await this.#mustRun(['mv', `${path}.new`, path])
    const written = await this.#root(['sha256sum', path])
    if (!written.stdout.startsWith(programSum)) throw snapshotFailed('the guard was not written whole')
  }

  async snapshot(items: readonly SnapshotItem[]): Promise<void> {
    const lines = items.map((item) => ('value' in item ? `${item.kind}\t${item.value}` : item.kind))
    const result = await this.#verb(['snapshot'], { stdin: `${lines.join('\n')}\n`, deadlineMs: 60_000 })
    if (result.exitCode === 0) return
    if (result.exitCode === 73) {
      throw new HardeningError('hardening_in_progress', 'Another hardening of this server is not finished.', {
        hint: 'Wait until its timer has ended it, then try again.',
      })
    }
    throw snapshotFailed(lastLine(result))
  }

  /** Starts the timer, or keeps the running one; `again` starts a new time window. */
  async arm(seconds: number, mode: 'once' | 'again' = 'once'): Promise<void> {
    const result = await this.#verb(['arm', String(seconds), mode], { deadlineMs: 60_000 })
    if (result.exitCode === notArmed) throw windowElapsed()
    if (result.exitCode !== 0) {
      throw new HardeningError('timer_failed', `The revert timer could not be armed: ${lastLine(result)}.`, {
        hint: 'Nothing was changed. Check that systemd-run works on the server and that /etc can be written.',
      })
    }
  }

  /** Runs a program that changes the server. Refused once the run is no longer armed. */
  async change(argv: readonly [string, ...string[]], options: { deadlineMs: number }): Promise<RunResult> {
    return this.#refuseIfLate(await this.#verb(['do', ...argv], options))
  }

  /** Replaces a file from the snapshot in one rename. */
  async put(path: string, mode: string, content: string): Promise<void> {
    const result = this.#refuseIfLate(await this.#verb(['put', path, mode], { stdin: content, deadlineMs: 90_000 }))
    if (result.exitCode !== 0) {
      throw new HardeningError('change_failed', `${path} could not be written: ${lastLine(result)}.`, {
        hint: 'Everything was put back. Check the free space and the permissions of the directory.',
      })
    }
  }

  /** Reverts an earlier, confirmed run. */
  async restore(runId: string): Promise<void> {
    const result = this.#refuseIfLate(await this.#verb(['restore', runId], { deadlineMs: 180_000 }))
    if (result.exitCode !== 0) {
      throw new HardeningError('change_failed', `Not everything could be restored: ${lastLine(result)}.`, {
        hint: "The server is hardened again. The run's log on the server shows the reason.",
      })
    }
  }

  /** False when the revert came first. */
  async confirm(): Promise<boolean> {
    const result = await this.#verb(['confirm'], { deadlineMs: 90_000 })
    if (result.exitCode === 0) return true
    if (result.exitCode === notArmed) return false
    throw new Error(`confirm ended with ${result.exitCode}: ${lastLine(result)}`)
  }

  /** Resolves when the server is back in its previous state. Does nothing to a confirmed run. */
  async revert(): Promise<void> {
    const result = await this.#verb(['revert', 'now'], { deadlineMs: 180_000 })
    if (result.exitCode !== 0 && result.exitCode !== notArmed) throw new Error(`revert: ${lastLine(result)}`)
  }

  /** For a run that was never armed: removes what arming can have left. */
  async discard(): Promise<void> {
    await this.#verb(['discard'], { deadlineMs: 60_000 })
  }

  async markUndone(): Promise<void> {
    await this.#verb(['undone'], { deadlineMs: 30_000 })
  }

  /** Lists files that were changed after the run was confirmed. */
  async changedSince(): Promise<string[]> {
    const result = await this.#verb(['changed'], { deadlineMs: 30_000 })
    return result.stdout.split('\n').filter((line) => line.startsWith('/'))
  }

  /** Needs no root access: it must be readable even if sudo is broken. */
  async state(): Promise<GuardState> {
    const listed = await this.#runner.run(['ls', '-1', this.#directory], this.#options({ deadlineMs: 20_000 }))
    const names = listed.stdout.split('\n')
    return guardStates.find((state) => names.includes(`state.${state}`)) ?? 'none'
  }

  async #verb(args: readonly string[], options: Omit<RunOptions, 'asRoot'>): Promise<RunResult> {
    return await this.#root(['/bin/sh', `${this.#directory}/guard.sh`, ...args], options)
  }

  #refuseIfLate(result: RunResult): RunResult {
    if (result.exitCode === notArmed && result.stderr.includes('guard: ')) throw windowElapsed()
    return result
  }

  async #mustRun(argv: readonly [string, ...string[]], options: Partial<RunOptions> = {}): Promise<void> {
    const result = await this.#root(argv, options)
    if (result.exitCode !== 0) throw snapshotFailed(lastLine(result))
  }

  async #root(argv: readonly [string, ...string[]], options: Partial<RunOptions> = {}): Promise<RunResult> {
    return await this.#runner.run(argv, this.#options({ asRoot: true, ...options }))
  }

  #options(options: Partial<RunOptions>): RunOptions {
    return { deadlineMs: 30_000, ...(this.#signal === undefined ? {} : { signal: this.#signal }), ...options }
  }
}

function windowElapsed(): HardeningError {
  return new HardeningError('window_elapsed', 'The timer on the server ended the run before it was confirmed.', {
    hint: 'Everything was put back. Try again with a larger confirmTimeoutSeconds.',
  })
}

function snapshotFailed(reason: string): HardeningError {
  return new HardeningError('snapshot_failed', `No snapshot could be taken: ${reason}.`, {
    hint: 'Nothing was changed. Check the free space of /var/lib and that root can write there.',
  })
}

export function lastLine({ stdout, stderr }: RunResult): string {
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '')
  return (lines.at(-1) ?? 'no output').replace(/^guard: /, '').slice(0, 300)
}
