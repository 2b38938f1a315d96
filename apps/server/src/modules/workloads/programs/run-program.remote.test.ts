import { setTimeout as delay } from 'node:timers/promises'
import type { ContainerSpec } from '@longshore/remote/runtime'
import { failure } from '@longshore/remote/ssh'
import { expect, test } from 'vitest'
import { Interruption } from '../../../platform/durable/live-runs.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { emptyCursor, type LogCursor } from '../../runtime-logs/index.ts'
import { gapLine } from './program-log.stream.ts'
import type { ProgramContext, ProgramRecord, ProgramRecords } from './program-ports.context.ts'
import type { ProgramWork } from './program-work.context.ts'
import type { ProgramOutcome } from './programs.schemas.ts'
import { type Program, runProgram } from './run-program.remote.ts'

/** Rows of one run in a database that can be unavailable. */
class Rows {
  record: ProgramRecord | undefined
  text = ''
  isAway = false
  /** Number of commits whose response gets lost. */
  lostAnswers = 0
  beganAt = 0

  readonly records: ProgramRecords = {
    list: async () => {
      this.#reach()
      return this.record === undefined ? [] : [{ ...this.record, ranMs: Date.now() - this.beganAt }]
    },
    begin: async (_context, program) =>
      this.#commit(() => {
        if (this.record !== undefined) return
        this.beganAt = Date.now()
        this.record = { ...program, ranMs: 0, cursor: emptyCursor, writes: 0, outcome: null }
      }),
    append: async (_context, { writes, cursor, chunks }) =>
      this.#commit(() => {
        if (this.record?.writes !== writes) return
        this.text += chunks.map(({ text }) => text).join('')
        this.#change({ writes: writes + 1, cursor })
      }),
    end: async (_context, { outcome }) => this.#commit(() => this.#change({ outcome })),
  }

  #commit(work: () => void): void {
    this.#reach()
    work()
    if (this.lostAnswers === 0) return
    this.lostAnswers -= 1
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
  }

  #reach(): void {
    if (this.isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  }

  #change(change: { writes?: number; cursor?: LogCursor; outcome?: ProgramOutcome }): void {
    if (this.record !== undefined) this.record = { ...this.record, ...change }
  }
}

function createScenario({ limitMs = 60_000 } = {}) {
  const server = new FakeServer(() => failure('connection_lost'))
  const rows = new Rows()
  const run = { id: newId('run'), organizationId: newId('org'), kind: 'x', key: 'x', input: {} }
  const work: ProgramWork = {
    programs: rows.records,
    clock: { now: Date.now, wait: (ms, signal) => delay(ms / 20, undefined, { signal }) },
    runtimes: { use: async (_organizationId, _serverId, does) => await does(server.runtime) },
  }
  const program: Program = {
    organizationId: run.organizationId,
    serverId: newId('srv'),
    deploymentId: newId('dep'),
    service: 'web',
    container: 'c',
    spec: { name: 'c' } as ContainerSpec,
    secrets: [],
    step: 'run-job',
    limitMs,
  }
  /** A worker takes the run. */
  const attend = () => {
    const stop = new AbortController()
    const write = () => Promise.reject(new Error('the rows are in memory'))
    const context: ProgramContext = { run, signal: stop.signal, write }
    const ended = runProgram(work, context, program)
    ended.catch(() => undefined)
    return { ended, stop: (kind: 'shutdown' | 'lost' | 'cancel') => stop.abort(new Interruption(kind)) }
  }
  return { server, rows, attend }
}

const until = (holds: () => boolean) => expect.poll(holds, { interval: 5, timeout: 15_000 }).toBe(true)
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `line ${from + index}`)
const stored = (count: number) => numbered(0, count).join('\n').concat('\n')

test('a worker that stops leaves the program running, and the next one continues its log', async () => {
  const { server, rows, attend } = createScenario()
  const first = attend()
  await until(() => server.starts === 1)
  server.print(...numbered(0, 10))
  await until(() => rows.text === stored(10))
  server.print(...numbered(10, 12))
  first.stop('shutdown')
  await expect(first.ended).rejects.toThrow('shutdown')
  expect(server).toMatchObject({ removals: 0, container: { state: 'running' } })
  server.print(...numbered(12, 20))
  const second = attend()
  server.print(...numbered(20, 30))
  server.exit(0)
  expect(await second.ended).toMatchObject({ end: 'exited', exitCode: 0 })
  expect(rows.text).toBe(stored(30))
  expect(server).toMatchObject({ starts: 1, removals: 1 })
})

test('a program that ended between two workers keeps its output and its exit code', async () => {
  const { server, rows, attend } = createScenario()
  const first = attend()
  await until(() => server.starts === 1)
  first.stop('lost')
  await first.ended.catch(() => undefined)
  server.print(...numbered(0, 7))
  server.exit(3)
  expect(await attend().ended).toMatchObject({ end: 'exited', exitCode: 3, logTail: stored(7) })
  expect(rows.text).toBe(stored(7))
  expect(server.starts).toBe(1)
})

test('survives a server that is unreachable for a while', async () => {
  const { server, rows, attend } = createScenario()
  const { ended } = attend()
  await until(() => server.starts === 1)
  server.print(...numbered(0, 5))
  server.cut()
  server.print(...numbered(5, 9))
  await delay(50)
  server.isReachable = true
  server.print(...numbered(9, 12))
  server.exit(0)
  expect(await ended).toMatchObject({ end: 'exited', exitCode: 0 })
  expect(rows.text).toBe(stored(12))
  expect(server).toMatchObject({ starts: 1, removals: 1 })
})

test('survives an unavailable database, and a commit whose response was lost is not written twice', async () => {
  const { server, rows, attend } = createScenario()
  const { ended } = attend()
  await until(() => server.starts === 1)
  server.print(...numbered(0, 3))
  await until(() => rows.text === stored(3))
  rows.isAway = true
  server.print(...numbered(3, 40))
  await delay(400)
  expect(server.container?.state).toBe('running')
  rows.isAway = false
  rows.lostAnswers = 2
  server.print(...numbered(40, 50))
  server.exit(0)
  expect(await ended).toMatchObject({ exitCode: 0 })
  expect(rows.text).toBe(stored(50))
  expect(server.starts).toBe(1)
})

test('a program whose container vanished is interrupted, and does not run again', async () => {
  const { server, rows, attend } = createScenario()
  const first = attend()
  await until(() => server.starts === 1)
  first.stop('lost')
  await first.ended.catch(() => undefined)
  server.container = null
  expect(await attend().ended).toMatchObject({ end: 'interrupted', exitCode: null })
  expect(rows.record?.outcome?.end).toBe('interrupted')
  expect(await attend().ended).toMatchObject({ end: 'interrupted' })
  expect(server.starts).toBe(1)
})

test('its own limit counts from its start, ends it for good, and keeps its last output', async () => {
  const { server, rows, attend } = createScenario({ limitMs: 400 })
  const first = attend()
  await until(() => server.starts === 1)
  first.stop('shutdown')
  await first.ended.catch(() => undefined)
  server.print('at work')
  await delay(420)
  expect(await attend().ended).toMatchObject({ end: 'timed_out', exitCode: null })
  expect(rows.text).toBe('at work\n')
  expect(server).toMatchObject({ starts: 1, removals: 1 })
  expect(await attend().ended).toMatchObject({ end: 'timed_out' })
  expect(server.starts).toBe(1)
})

test('a recorded end counts, whatever is left on the server', async () => {
  const { server, rows, attend } = createScenario()
  const first = attend()
  await until(() => server.starts === 1)
  server.exit(0)
  await first.ended
  server.cut()
  expect(rows.record?.outcome).toMatchObject({ end: 'exited', exitCode: 0 })
  expect(await attend().ended).toMatchObject({ end: 'exited', exitCode: 0 })
})

test('a cancellation leaves the rest to the undo', async () => {
  const { server, attend } = createScenario()
  const { ended, stop } = attend()
  await until(() => server.starts === 1)
  stop('cancel')
  await expect(ended).rejects.toThrow('cancel')
  expect(server.container?.state).toBe('running')
})

test('marks output that the server dropped between two readings as a gap', async () => {
  const { server, rows, attend } = createScenario()
  const first = attend()
  await until(() => server.starts === 1)
  server.print(...numbered(0, 9))
  await until(() => rows.text === stored(9))
  first.stop('lost')
  await first.ended.catch(() => undefined)
  server.print(...numbered(9, 30))
  server.entries = server.entries.slice(-6)
  server.exit(0)
  await attend().ended
  expect(rows.text).toBe(`${stored(9)}${gapLine}${numbered(24, 30).join('\n')}\n`)
})
