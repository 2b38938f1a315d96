/** PostgreSQL, Restate, a balancer and worker processes that are restarted when they die, as by a supervisor. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createPool, createTaskTables, type Task } from '../../apps/server/src/testing/durable-tasks.ts'
import type { WorkerProcessOptions } from '../../apps/server/src/testing/durable-worker-process.ts'
import { createDatabase, type Database } from '../../apps/server/src/testing/internals/database.ts'
import {
  type RunId,
  retryTransient,
  startRun,
  type WorkflowRef,
} from '../../apps/server/src/testing/internals/durable.ts'
import { startPostgres, type TestPostgres } from '../../apps/server/src/testing/postgres.ts'
import { startRestate, type TestRestate } from '../../apps/server/src/testing/restate.ts'
import { TcpBalancer } from './tcp-balancer.ts'

export interface WorkerProcess {
  readonly child: ChildProcess
  readonly pid: number
  readonly port: number
}

export class DurableTestEnv implements AsyncDisposable {
  readonly postgres: TestPostgres
  readonly restate: TestRestate
  readonly balancer: TcpBalancer
  readonly database: Database
  readonly #pool: ReturnType<typeof createPool>
  readonly workers = new Set<WorkerProcess>()
  readonly #databaseUrl: string
  readonly #never = new AbortController().signal
  #isClosing = false
  #starting = new Set<Promise<void>>()

  private constructor(parts: {
    postgres: TestPostgres
    restate: TestRestate
    balancer: TcpBalancer
    databaseUrl: string
  }) {
    this.postgres = parts.postgres
    this.restate = parts.restate
    this.balancer = parts.balancer
    this.#databaseUrl = parts.databaseUrl
    this.database = createDatabase({ url: parts.databaseUrl, poolSize: 8, applicationName: 'suite' })
    this.#pool = createPool(parts.databaseUrl)
  }

  static async start(options: { workers: number }): Promise<DurableTestEnv> {
    const [postgres, restate, balancer] = await Promise.all([
      startPostgres({ durable: true }),
      startRestate(),
      TcpBalancer.start(),
    ])
    const databaseUrl = await postgres.createDatabase()
    await createTaskTables(databaseUrl)
    const testEnv = new DurableTestEnv({ postgres, restate, balancer, databaseUrl })
    await Promise.all(Array.from({ length: options.workers }, () => testEnv.addWorker()))
    return testEnv
  }

  /** Restarted when it dies of SIGKILL. */
  async addWorker(): Promise<void> {
    const options: WorkerProcessOptions = {
      databaseUrl: this.#databaseUrl,
      ingressUrl: this.restate.ingressUrl,
      adminUrl: this.restate.adminUrl,
      advertisedUrl: this.balancer.url,
      identityKey: this.restate.identityKey,
      logLevel: process.env.SUITE_LOG ?? 'silent',
    }
    const child = fork(
      join(import.meta.dirname, '../../apps/server/src/testing/durable-worker-process.ts'),
      [JSON.stringify(options)],
      // Dozens of starts share compiled modules within this test environment.
      { env: { ...process.env, NODE_COMPILE_CACHE: join(this.restate.folder, 'compiled') } },
    )
    child.once('exit', (_code, signal) => {
      if (signal === 'SIGKILL' && !this.#isClosing) this.#restart()
    })
    const [message] = await once(child, 'message')
    const worker = { child, pid: child.pid ?? 0, port: message.port }
    this.workers.add(worker)
    this.balancer.add(worker.port)
    child.once('exit', () => {
      this.workers.delete(worker)
      this.balancer.remove(worker.port)
    })
  }

  #restart(): void {
    const starting = this.addWorker().finally(() => this.#starting.delete(starting))
    this.#starting.add(starting)
  }

  /** Waits until at least two workers are up, so that there is one to take over. */
  async ready(): Promise<void> {
    for (const deadline = Date.now() + 20_000; this.workers.size < 2; await delay(10)) {
      if (Date.now() > deadline) throw new Error('the killed workers did not come back')
    }
  }

  async startRun(ref: WorkflowRef<Task>, key: string, input: Partial<Task> = {}): Promise<RunId> {
    const task = { holdAt: '', holdMs: 60_000, deafAt: '', failAt: '', stepMs: 0, ...input }
    return await this.database.system((tx) => startRun(tx, { workflow: ref, key, input: task, organizationId: null }))
  }

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await retryTransient(() => this.#pool.query<Row>(text, values), this.#never)).rows
  }

  /** Polls until the query yields a row; undefined at the deadline. */
  async poll<Row extends object>(text: string, values: unknown[], withinMs: number): Promise<Row | undefined> {
    const deadline = Date.now() + withinMs
    for (;;) {
      const [row] = await this.query<Row>(text, values)
      if (row !== undefined || Date.now() > deadline) return row
      await delay(10)
    }
  }

  /** The terminal status, or undefined at the deadline. */
  async end(runId: string, withinMs = 30_000): Promise<string | undefined> {
    const text = 'select status from workflow_runs where id = $1 and finished_at is not null'
    return (await this.poll<{ status: string }>(text, [runId], withinMs))?.status
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true
    await Promise.allSettled(this.#starting)
    for (const { child } of this.workers) child.kill('SIGKILL')
    await Promise.all(
      [...this.workers].map(({ child }) =>
        child.exitCode === null && child.signalCode === null ? once(child, 'exit') : [],
      ),
    )
    await this.#pool.end()
    await this.database[Symbol.asyncDispose]()
    await this.balancer[Symbol.asyncDispose]()
    await this.restate[Symbol.asyncDispose]()
    await this.postgres[Symbol.asyncDispose]()
  }
}
