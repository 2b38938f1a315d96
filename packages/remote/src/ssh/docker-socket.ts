/**
 * A local Unix socket for the server's Docker. The connection forwards it if sshd allows that; otherwise each
 * connection to it becomes one `docker system dial-stdio` on the server.
 */
import { request } from 'node:http'
import { raceSignal } from '@longshore/process/race-signal'
import { endProgram, exitCodeOf } from '@longshore/process/started-program'
import { forwardArguments } from '../commands/ssh-arguments.ts'
import type { ServerConnection } from './connection.ts'
import { serveDialStdio } from './dial-stdio.ts'
import { failure } from './failures.ts'
import type { Master } from './master.ts'
import { collectOutput } from './output.ts'
import { startProgram } from './programs.ts'

const remotePath = '/var/run/docker.sock'
/** Each one is a session of the server; the others are for commands. */
const dialledAtOnce = 4
const checkTimeoutMs = 10_000

export interface DockerSocket {
  path: string
  connections?: number
}

export interface DockerSocketOptions {
  master: Master
  run: ServerConnection['run']
  takeSession: (signal: AbortSignal) => Promise<Disposable>
  signal: AbortSignal
}

export async function openDockerSocket(options: DockerSocketOptions): Promise<DockerSocket> {
  const forwarded = `${options.master.path}d`
  await forward(options.master, forwarded, { to: remotePath, signal: options.signal })
  if (await respondsToPing(forwarded, options.signal)) return { path: forwarded }
  await refuseUnusable(options)
  // The user is allowed to use the socket, yet nothing came through: forwarding is forbidden, or Docker doesn't
  // respond.
  const dialled = `${options.master.path}s`
  await serveDialStdio(dialled, options)
  if (await respondsToPing(dialled, options.signal)) return { path: dialled, connections: dialledAtOnce }
  throw failure((await hasClient(options)) ? 'docker_unreachable' : 'forwarding_forbidden')
}

export async function forward(
  master: Master,
  path: string,
  { to, signal }: { to: string; signal: AbortSignal },
): Promise<void> {
  const child = startProgram('ssh', forwardArguments(master.controlPath, path, to))
  child.stdin.end()
  const output = collectOutput(child, 16_384, () => child.kill('SIGKILL'))
  const code = await raceSignal(exitCodeOf(child), signal).catch(async (error: unknown) => {
    await endProgram(child)
    throw error
  })
  if (code !== 0) throw failure('connection_lost', { cause: new Error(output.stderr()) })
}

async function respondsToPing(socketPath: string, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const ping = request({ socketPath, path: '/_ping', method: 'GET', agent: false, timeout: checkTimeoutMs, signal })
  ping.on('response', (response) => {
    // A 400 to an old API version is a response as well.
    resolve(response.statusCode !== undefined)
    response.destroy()
  })
  ping.on('timeout', () => ping.destroy())
  ping.on('error', () => resolve(false))
  ping.on('close', () => resolve(false))
  ping.end()
  const hasResponded = await promise
  signal.throwIfAborted()
  return hasResponded
}

async function refuseUnusable(options: DockerSocketOptions): Promise<void> {
  const isTrue = (...args: [string, ...string[]]) => succeeds(options, args)
  if (!(await isTrue('test', '-S', remotePath)))
    throw failure((await hasClient(options)) ? 'docker_unreachable' : 'docker_missing')
  if (!(await isTrue('test', '-r', remotePath)) || !(await isTrue('test', '-w', remotePath)))
    throw failure('docker_socket_denied')
}

function hasClient(options: DockerSocketOptions): Promise<boolean> {
  return succeeds(options, ['docker', '--version'])
}

async function succeeds(options: DockerSocketOptions, args: readonly [string, ...string[]]): Promise<boolean> {
  return (await options.run(args, { deadlineMs: checkTimeoutMs, signal: options.signal })).exitCode === 0
}
