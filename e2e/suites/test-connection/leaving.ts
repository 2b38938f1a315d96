/** Disconnecting ends the test: a second later, no connection, ssh process or agent of it is left. */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Target } from '../../fixtures/target.ts'
import { freePorts } from '../../support/free-ports.ts'
import { loginTo } from './cases.ts'
import { forgetLimits, type Stage, type TopicContext, testConnection } from './request.ts'

const users = ['root', 'deploy'] as const
const withinMs = 1_000
const reachTimeoutMs = 15_000

export async function proveLeaving(context: TopicContext, target: Target): Promise<void> {
  const { report } = context
  await forgetLimits(context)
  let slowest = 0
  const moments: ((stage: Stage) => boolean)[] = [
    ({ stage }) => stage === 'host_key',
    ({ stage }) => stage === 'auth',
    ({ stage, status }) => stage === 'auth' && status === 'ok',
    ({ stage }) => stage === 'docker',
  ]
  for (const username of users) {
    for (const leaveWhen of moments) {
      let files: string[] = []
      await testConnection(context, loginTo(target, username), {
        leaveWhen: (stage) => {
          files = [...files, ...loginsTo(target.port)]
          return leaveWhen(stage)
        },
      })
      const left = performance.now()
      const isOurs = (args: string[]) => args.some((word) => isOf(word, target.port, files))
      let last: string[] = []
      for (let still = programs().filter(isOurs); still.length > 0; still = programs().filter(isOurs)) {
        last = still.map((args) => args.slice(0, 3).join(' '))
        if (performance.now() - left > 10_000) break
        await delay(10)
      }
      const tookMs = performance.now() - left
      slowest = Math.max(slowest, tookMs)
      report.expectTime(
        tookMs < withinMs,
        `as ${username} ${tookMs.toFixed(0)} ms after leaving ${last.join(', ')} still ran`,
      )
    }
  }
  report.figure('left_ms', Math.round(slowest))
  await leaveSilence(context)
}

/** Disconnects while the worker waits for a host that doesn't respond. */
async function leaveSilence(context: TopicContext): Promise<void> {
  const [port = 0] = await freePorts(1)
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.resume()))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const body = { host: '127.0.0.1', port, username: 'root' }
  const isReached = async () => {
    for (const deadline = Date.now() + reachTimeoutMs; sockets.length === 0; await delay(5))
      if (Date.now() > deadline) throw new Error('the silent port is not reached')
  }
  const abandoned = testConnection(context, body, { leaveWhen: ({ stage }) => stage === 'tcp' })
  await Promise.all([abandoned, isReached()])
  const closed = sockets.map(async (socket) => void (socket.closed || (await once(socket, 'close'))))
  const isClosed = await Promise.race([Promise.all(closed).then(() => true), delay(withinMs, false)])
  context.report.expect(isClosed, 'a connection to a silent port outlives its test')
  server.close()
}

/** The login folders for this port, which identify agents and sessions. */
function loginsTo(port: number): string[] {
  return programs()
    .filter((args) => args[0]?.endsWith('ssh') === true && args[args.indexOf('-p') + 1] === String(port))
    .flatMap((args) => args.filter((word) => word.startsWith('ControlPath=')))
    .map((word) => word.slice('ControlPath='.length, -1))
}

function isOf(word: string, port: number, files: readonly string[]): boolean {
  return word === String(port) || files.some((path) => word.includes(path))
}

/** Command lines of every ssh program on this machine. */
function programs(): string[][] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
        return /(^|\/)ssh(-\w+)?$/.test(args[0] ?? '') ? [args] : []
      } catch {
        return []
      }
    })
}
