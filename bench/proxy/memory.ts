/** Memory with many hostnames and with many idle WebSockets. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { isQuick } from '../../e2e/support/command-line.ts'
import type { Report } from '../../e2e/support/report.ts'
import { openFiles, placed, runLoad } from './processes.ts'
import { type Environment, makeCertificates, type RunningProxy, type Side, sides, startProxy } from './start-proxies.ts'
import type { Table } from './table.ts'

export interface MemoryContext {
  readonly report: Report
  readonly table: Table
  readonly environment: Environment
}

const hostnames = 5_000
/** Each has two connections at the proxy, which also needs some files of its own. */
const webSockets = Math.min(isQuick ? 1_000 : 10_000, Math.floor((openFiles - 500) / 2))
/** A thousand WebSockets are few enough that garbage of the start counts. */
const highest = isQuick ? 1.25 : 1.1
/** Until garbage of the start is collected; nothing is compared with a clock. */
const settleMs = 3_000
const openTimeoutMs = 180_000

/** Each hostname has its own certificate and environment, and served one HTTPS request. */
export async function measureHostnames(context: MemoryContext): Promise<void> {
  const { programs } = context.environment
  const certificates = await makeCertificates(programs, hostnames)
  const megabytes = await eachSide(async (side) => {
    await using proxy = await startProxy(context.environment, side, { hostnames, certificates })
    const args = ['touch', '--tls', '--target', proxy.secureTarget, '--hostnames', String(hostnames)]
    const { requests } = await runLoad<{ requests: number }>(programs.load, [...args, '--connections', '16'], 60)
    context.report.expect(requests === hostnames, `${side}: ${requests} of ${hostnames} hostnames were served`)
    await delay(settleMs)
    return proxy.pssKb() / 1_024
  })
  show(context, megabytes, { name: `mb_${hostnames}`, what: `Memory with ${hostnames} hostnames (MB)` })
}

/** Over TLS, as browsers open them. */
export async function measureWebSockets(context: MemoryContext): Promise<void> {
  const certificates = await makeCertificates(context.environment.programs, 1)
  const kilobytes = await eachSide(async (side) => {
    await using proxy = await startProxy(context.environment, side, { hostnames: 1, certificates })
    return await holdWebSockets(context, proxy)
  })
  context.report.figure('websockets', webSockets)
  show(context, kilobytes, { name: 'kb_per_websocket', what: `Memory for each of ${webSockets} idle WebSockets (KB)` })
}

async function holdWebSockets({ report, environment }: MemoryContext, proxy: RunningProxy): Promise<number> {
  const before = proxy.pssKb()
  const options = ['--tls', '--target', proxy.secureTarget, '--connections', String(webSockets)]
  const [program = '', ...args] = placed('others', [environment.programs.load, 'websockets', ...options])
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], timeout: openTimeoutMs })
  try {
    const exited = once(child, 'exit')
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    if ((await lines.next()).value !== 'open') throw new Error(`${proxy.side}: the WebSockets can't be opened`)
    await delay(settleMs)
    const kilobytes = (proxy.pssKb() - before) / webSockets
    child.stdin.end('\n')
    const { answered } = JSON.parse((await lines.next()).value ?? '{}')
    await exited
    report.expect(answered === webSockets, `${proxy.side}: ${answered} of ${webSockets} WebSockets answered a ping`)
    return kilobytes
  } finally {
    child.kill('SIGKILL')
  }
}

async function eachSide(measure: (side: Side) => Promise<number>): Promise<number[]> {
  const values: number[] = []
  for (const side of sides) values.push(await measure(side))
  return values
}

function show(
  { report, table }: MemoryContext,
  values: number[],
  { name, what }: { name: string; what: string },
): void {
  const [ours = 0, caddy = 0, nginx = 0] = values
  for (const [index, side] of sides.entries()) report.figure(`${name}_${side}`, (values[index] ?? 0).toFixed(1))
  report.figure(`${name}_ratio`, (ours / caddy).toFixed(2))
  table.add(what, { values, digits: 1, toCaddy: ours / caddy, toNginx: ours / nginx })
  report.expect(ours <= highest * caddy, `${name}: ${(ours / caddy).toFixed(2)} of bare Caddy, wanted ${highest}`)
}
