/** Child processes of a run, on their own processors, with the memory and processor time of all their descendants. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { mustRun } from '../../e2e/fixtures/run.ts'

const startTimeoutMs = 120_000
const stopTimeoutMs = 20_000
/** Enough for ten thousand connections on both sides of a proxy. Not every root is allowed to raise the limit. */
const wantedFiles = 65_536
export const openFiles = limitOpenFiles()
const shownBytes = 2_000

/** Half of the processors belong to the proxy, so that it is the bottleneck; load and app share the others. */
const half = Math.floor(availableParallelism() / 2)
export const proxyProcessors = Math.max(1, half)
const lists = {
  proxy: half === 0 ? '0' : `0-${half - 1}`,
  others: half === 0 ? '0' : `${half}-${availableParallelism() - 1}`,
}

export type Processors = keyof typeof lists

export interface Started extends AsyncDisposable {
  readonly child: ChildProcess
  pssKb(): number
  cpuMs(): number
}

/** The arguments that start a program on these processors, with enough open files. */
export function placed(on: Processors, argv: readonly string[]): string[] {
  return ['prlimit', `--nofile=${openFiles}:${openFiles}`, 'taskset', '--cpu-list', lists[on], ...argv]
}

/** Resolves when the program accepts connections on the port. */
export async function start(argv: readonly string[], port: number): Promise<Started> {
  const [program = '', ...args] = argv
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-shownBytes)
  })
  const exited = once(child, 'exit')
  for (const deadline = Date.now() + startTimeoutMs; !(await accepts(port)); await delay(50)) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`${argv.join(' ')} doesn't listen on port ${port}: ${said}`)
    }
  }
  const all = () => tree(child.pid ?? 0)
  return {
    child,
    pssKb: () => all().reduce((sum, id) => sum + pssKb(id), 0),
    cpuMs: () => all().reduce((sum, id) => sum + cpuMs(id), 0),
    [Symbol.asyncDispose]: async () => {
      // Ends its descendants as well: nginx stops its workers, and the kernel kills everything in a namespace.
      child.kill(argv.includes('unshare') ? 'SIGKILL' : 'SIGTERM')
      const stopped = await Promise.race([exited.then(() => true), delay(stopTimeoutMs, false, { ref: false })])
      if (!stopped) child.kill('SIGKILL')
      await exited
    },
  }
}

/** Runs one measurement of the load generator. */
export async function runLoad<Result>(program: string, args: readonly string[], seconds: number): Promise<Result> {
  const printed = await mustRun(placed('others', [program, ...args]), { deadlineMs: (seconds + 120) * 1_000 })
  return JSON.parse(printed)
}

async function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1', () => resolve(true))
  socket.once('error', () => resolve(false))
  const isOpen = await promise
  socket.destroy()
  return isOpen
}

function limitOpenFiles(): number {
  const [, hard = '0'] = /^Max open files +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  if (Number(hard) >= wantedFiles) return wantedFiles
  const { status } = spawnSync('prlimit', [`--nofile=${wantedFiles}:${wantedFiles}`, 'true'], { stdio: 'ignore' })
  return status === 0 ? wantedFiles : Number(hard)
}

/** The process and its descendants, without the program that opened a namespace for them. */
function tree(id: number): number[] {
  const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const own = readFileSync(`/proc/${id}/comm`, 'utf8').trim() === 'unshare' ? [] : [id]
  return [...own, ...children.flatMap((child) => tree(Number(child)))]
}

function pssKb(id: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1])
}

/** Adds up all threads, which count nanoseconds: the process counts in steps of 10 ms. */
function cpuMs(id: number): number {
  const threads = readdirSync(`/proc/${id}/task`)
  const spent = (thread: string) => Number(readFileSync(`/proc/${id}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
  return threads.reduce((sum, thread) => sum + spent(thread), 0) / 1e6
}
