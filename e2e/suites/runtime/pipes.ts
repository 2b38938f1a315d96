/** Containers whose input and output are streams: complete, in order, with backpressure, and removed at their end. */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ContainerSpec } from '@longshore/remote/runtime'
import type { RuntimeTestEnv } from './test-env.ts'

const labels = { 'longshore.environment': 'pipes' }
const call = { signal: new AbortController().signal }
const bytes = 30_000_000

export async function provePipes(testEnv: RuntimeTestEnv): Promise<void> {
  const { runtime, report, target } = testEnv
  const hasLeft = async () => (await runtime.listContainers(labels, call)).length > 0
  const echo = await runtime.runPiped(shell(testEnv, 'cat'), { ...call, input: numbers(bytes), use: hashOf })
  report.expect(echo.exitCode === 0 && echo.result === (await hashOf(numbers(bytes))), 'what goes in comes out')
  const reported = await runtime.runPiped(shell(testEnv, 'printf out; printf err >&2; exit 7'), {
    ...call,
    use: collect,
  })
  report.expect(
    reported.exitCode === 7 && reported.result === 'out' && reported.errors === 'err',
    `its end is reported: ${JSON.stringify(reported)}`,
  )
  const alone = await runtime.runPiped(shell(testEnv, 'cat /proc/net/route; ls /sys/class/net'), {
    ...call,
    use: collect,
  })
  report.expect(
    alone.result.trim().endsWith('lo') && !alone.result.includes('eth'),
    `it has no network: ${alone.result}`,
  )
  const early = await runtime.runPiped(shell(testEnv, 'head -c 10'), { ...call, input: numbers(bytes), use: collect })
  report.expect(early.exitCode === 0 && early.result.length === 10, 'a program may end before it has read all')
  const unread = await runtime.runPiped(shell(testEnv, 'seq 500000'), { ...call, use: async () => 'none' })
  report.expect(unread.exitCode === 0, 'unread output does not keep it running')
  await proveFaults(testEnv)
  await proveSlowReader(testEnv)
  report.expect(!(await hasLeft()), 'all are removed')
  const logs = await target.mustExec(['find', '/var/lib/docker/containers', '-name', '*-json.log', '-size', '+1M'])
  report.expect(logs === '', `nothing is kept on the server: ${logs}`)
}

async function proveFaults(testEnv: RuntimeTestEnv): Promise<void> {
  const { runtime, report } = testEnv
  const started = performance.now()
  const broken = runtime.runPiped(shell(testEnv, 'cat; sleep 600'), { ...call, input: brokenSource(), use: hashOf })
  report.expect((await reasonOf(broken)) === 'the source broke', 'the fault of the source is the fault of the run')
  const refused = runtime.runPiped(shell(testEnv, 'seq 100000; sleep 600'), {
    ...call,
    use: async (output) => {
      for await (const _ of output) throw new Error('the reader broke')
    },
  })
  report.expect((await reasonOf(refused)) === 'the reader broke', 'so is the fault of the reader')
  const stop = new AbortController()
  const stopped = runtime.runPiped(shell(testEnv, 'yes'), {
    signal: stop.signal,
    use: async (output) => {
      for await (const _ of output) stop.abort()
    },
  })
  report.expect((await reasonOf(stopped)) !== 'none', 'an abort ends it')
  const late = runtime.runPiped(shell(testEnv, 'sleep 600'), { ...call, deadlineMs: 1_500, use: hashOf })
  report.expect((await reasonOf(late)).includes('too long'), `so does its deadline: ${await reasonOf(late)}`)
  report.figure(`pipeFaultsMs.${testEnv.username}`, Math.round(performance.now() - started))
}

/** Half a gigabyte for a slow reader: the program waits, and Longshore doesn't buffer it. */
async function proveSlowReader(testEnv: RuntimeTestEnv): Promise<void> {
  const before = process.memoryUsage.rss()
  const spec = shell(testEnv, 'head -c 500000000 /dev/zero')
  let most = 0
  let taken = 0
  const run = await testEnv.runtime.runPiped(spec, {
    ...call,
    use: async (output) => {
      for await (const part of output) {
        taken += part.length
        if (taken < 5_000_000) await delay(5)
        most = Math.max(most, process.memoryUsage.rss() - before)
      }
    },
  })
  testEnv.report.expect(run.exitCode === 0 && taken === 500_000_000, `all of it came: ${taken}`)
  testEnv.report.expect(most < 150 << 20, `a slow reader costs ${most >> 20} MB`)
}

function shell(testEnv: RuntimeTestEnv, command: string): ContainerSpec {
  return {
    name: 'longshore-pipes',
    labels,
    image: testEnv.debian,
    command,
    environment: [],
    network: null,
    aliases: [],
    volumes: [],
    memoryBytes: 64 << 20,
    cpus: null,
    pids: 64,
    stopGraceSeconds: 1,
    restart: 'no',
  }
}

async function* numbers(length: number): AsyncGenerator<Buffer> {
  const piece = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 31 + (at >> 8)) % 256))
  for (let sent = 0; sent < length; sent += piece.length) yield piece
}

async function* brokenSource(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(1_000_000)
  throw new Error('the source broke')
}

async function hashOf(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

async function collect(content: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const chunk of content) parts.push(chunk)
  return Buffer.concat(parts).toString()
}

async function reasonOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}
