/** One git process that returns objects by id: no names, no checkout, no filter, no remote. */
import { killGroup, type StartedProgram } from '@longshore/process/started-program'
import { type KernelLimits, startGit } from '../programs.ts'
import { abortFailure, failure } from './failures.ts'
import { localArgs, localEnvironment } from './git-args.ts'
import { type GitObject, ObjectParser, type Question } from './object-parser.ts'

interface Asked {
  readonly id: string
  readonly question: Question
  settle(object: GitObject | null): void
  fail(error: unknown): void
}

export class ObjectReader implements AsyncDisposable {
  readonly #started: StartedProgram
  /** Responses arrive in the order of the requests. */
  #waiting: Asked[] = []
  #next = 0
  #failure: unknown

  constructor(directory: string, options: { maxBytes: number; limits: KernelLimits }) {
    const args = [...localArgs, `--git-dir=${directory}`, 'cat-file', '--batch-command', '--buffer']
    this.#started = startGit(args, { environment: localEnvironment, limits: options.limits, cwd: directory })
    const parser = new ObjectParser(options.maxBytes, {
      nextQuestion: () => this.#waiting[this.#next]?.question ?? 'info',
      onObject: (id, object) => this.#resolve(id, object),
    })
    this.#started.stderr.resume()
    this.#started.stdout.on('data', (chunk: Buffer) => {
      try {
        parser.add(chunk)
      } catch (error) {
        this.#break(error)
      }
    })
    this.#started.stdout.once('close', () => this.#break(failure('repository_unreadable')))
  }

  /** Returns objects in the order of the ids; null for an absent or too large one. */
  async ask(question: Question, ids: readonly string[], signal: AbortSignal): Promise<(GitObject | null)[]> {
    if (signal.aborted) throw abortFailure(signal)
    if (this.#failure !== undefined) throw this.#failure
    if (ids.length === 0) return []
    const onAbort = () => this.#break(abortFailure(signal))
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      const responses = ids.map((id) => this.#wait(id, question))
      this.#started.stdin.write(`${ids.map((id) => `${question} ${id}\n`).join('')}flush\n`)
      return await Promise.all(responses)
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** True when the process can't serve any further requests. */
  get isBroken(): boolean {
    return this.#failure !== undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#break(failure('cancelled'))
    await killGroup(this.#started)
  }

  #wait(id: string, question: Question): Promise<GitObject | null> {
    if (!/^[0-9a-f]{40}$/.test(id)) throw failure('repository_unreadable')
    return new Promise((settle, fail) => this.#waiting.push({ id, question, settle, fail }))
  }

  #resolve(id: string, object: GitObject | null): void {
    const asked = this.#waiting[this.#next]
    this.#next += 1
    if (asked?.id !== id) throw failure('repository_unreadable')
    asked.settle(object)
    if (this.#next === this.#waiting.length) {
      this.#waiting = []
      this.#next = 0
    }
  }

  /** The first error counts; all pending requests are rejected with it. */
  #break(error: unknown): void {
    if (this.#failure !== undefined) return
    this.#failure = error
    for (const asked of this.#waiting.slice(this.#next)) asked.fail(error)
    this.#waiting = []
    void killGroup(this.#started)
  }
}
