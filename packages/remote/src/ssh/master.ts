/**
 * One login: an `ssh` process that stays open and shares its connection (ControlMaster). It is our child, so its end is
 * noticed at once. Its files (pinned keys, public key) are in the private runtime directory; the private key is only in
 * an agent that ends with the login.
 *
 * Decision: docs/decisions/0004-openssh-client.md
 */
import { access, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type AddressPolicy, isHost } from '@longshore/addresses'
import { raceSignal } from '@longshore/process/race-signal'
import { endProgram, exitCodeOf, type StartedProgram } from '@longshore/process/started-program'
import { masterArguments } from '../commands/ssh-arguments.ts'
import type { ServerTarget } from './connection.ts'
import { abortFailure, failure } from './failures.ts'
import { isPinnable } from './host-key.ts'
import { startAgent } from './private-agent.ts'
import { startProgram } from './programs.ts'
import { readFailure } from './read-failure.ts'
import { RemoteError } from './remote-error.ts'
import { resolveHost } from './resolve-host.ts'

const username = /^[A-Za-z_][A-Za-z0-9_.-]{0,31}\$?$/
const maxLogLength = 16_384
const connectTimeoutMs = 10_000
/** After these errors, other addresses of the same name are worth a try. */
const mayTryNext = new Set(['connection_refused', 'connection_timeout', 'host_unreachable', 'connection_lost'])

export interface Master {
  /** Prefix of all file paths of this login. */
  path: string
  controlPath: string
  /** Aborts, with the cause, when the connection is closed. */
  closed: AbortSignal
  log: ProgramLog
  close: () => Promise<void>
}

/** The last log output of ssh. */
export interface ProgramLog {
  /** Length of the log so far; the position to continue reading from. */
  position: () => number
  since: (position: number) => string
}

export interface LoginOptions {
  /** For example `/run/x/ls-abc/7`: files of this login start with it. */
  path: string
  allow: AddressPolicy
  signal: AbortSignal
  jump: Master | undefined
}

export async function openMaster(target: ServerTarget, options: LoginOptions): Promise<Master> {
  const { signal, path } = options
  try {
    if (!username.test(target.username)) throw failure('key_refused', { detail: 'this is not a user name' })
    if (target.hostKeys.length === 0) throw failure('host_key_unknown')
    const addresses = await findAddresses(target, options)
    await writeFile(`${path}h`, knownHosts(target), { mode: 0o600 })
    await using agent = await startAgent(`${path}a`, await raceSignal(target.loadKey(), signal), signal)
    await writeFile(`${path}k`, `${agent.publicKey}\n`, { mode: 0o600 })
    return await tryEach(addresses, (address) => logIn(target, address, options))
  } catch (error) {
    await removeFiles(path)
    throw signal.aborted && !(error instanceof RemoteError) ? abortFailure(signal, 'connection_timeout') : error
  }
}

async function findAddresses(target: ServerTarget, options: LoginOptions): Promise<[string, ...string[]]> {
  if (options.jump === undefined)
    return resolveHost(target.host, target.port, { allow: options.allow, signal: options.signal })
  // Behind another server, names are resolved there; the policy covers the connection to that server.
  if (!isHost(target.host)) throw failure('dns_failed', { detail: 'it is neither a host name nor an address' })
  return [target.host]
}

async function tryEach(
  addresses: readonly [string, ...string[]],
  logInTo: (address: string) => Promise<Master>,
): Promise<Master> {
  const last = addresses.at(-1)
  for (const address of addresses) {
    try {
      return await logInTo(address)
    } catch (error) {
      if (address === last || !(error instanceof RemoteError) || !mayTryNext.has(error.code)) throw error
    }
  }
  throw failure('host_unreachable')
}

async function logIn(target: ServerTarget, address: string, options: LoginOptions): Promise<Master> {
  const { path, signal, jump } = options
  const to = `${isIP(target.host) === 6 ? `[${target.host}]` : target.host}:${target.port}`
  const controlPath = `${path}c`
  const args = masterArguments({
    // Through a jump server, the destination is in the environment; ssh only needs some name here.
    address: jump === undefined ? address : 'server',
    port: target.port,
    username: target.username,
    controlPath,
    agentPath: `${path}a`,
    publicKeyPath: `${path}k`,
    knownHostsPath: `${path}h`,
    hostKeyAlias: 'pinned',
    hostKeyTypes: target.hostKeys.map((each) => each.type),
    connectTimeoutMs,
    isThroughJump: jump !== undefined,
  })
  const environment = jump === undefined ? {} : { LONGSHORE_JUMP: jump.controlPath, LONGSHORE_TO: to }
  const child = startProgram('ssh', args, { environment })
  child.stdin.end()
  child.stdout.resume()
  const log = keepLog(child)
  const jumpPosition = jump?.log.position() ?? 0
  const ended = exitCodeOf(child)
  // The jump server logs why it couldn't connect.
  const logText = () => `${log.since(0)}\n${jump?.log.since(jumpPosition) ?? ''}`
  try {
    await raceSignal(Promise.race([waitForSocket(child, controlPath), refuse(ended, logText)]), signal)
  } catch (error) {
    await endProgram(child)
    throw signal.aborted ? abortFailure(signal, 'connection_timeout') : error
  }
  const controller = new AbortController()
  const endedAndReported = ended.then(() => {
    controller.abort(failure('connection_lost', { cause: new Error(log.since(0).slice(-500)) }))
    return removeFiles(path)
  })
  return {
    path,
    controlPath,
    closed: controller.signal,
    log,
    close: () => endProgram(child).then(() => endedAndReported),
  }
}

async function refuse(ended: Promise<number>, logText: () => string): Promise<never> {
  await ended
  throw failure(readFailure(logText()), { cause: new Error(logText().slice(-1_000)) })
}

/** ssh creates the socket when the login is done and sessions can be opened. */
async function waitForSocket(child: StartedProgram, controlPath: string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const isThere = await access(controlPath).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await wait(10, undefined, { ref: false })
  }
  // It ended: `refuse` reports why.
  await new Promise(() => undefined)
}

function keepLog(child: StartedProgram): ProgramLog {
  let text = ''
  let total = 0
  child.stderr.on('data', (chunk: Buffer) => {
    total += chunk.length
    text = (text + chunk.toString('latin1')).slice(-maxLogLength)
  })
  return { position: () => total, since: (position) => text.slice(Math.max(0, text.length - (total - position))) }
}

function knownHosts(target: ServerTarget): string {
  const lines = target.hostKeys.map((each) => {
    if (!isPinnable(each)) throw failure('host_key_unknown', { detail: 'a pinned key cannot be read' })
    return `pinned ${each.type} ${each.key}\n`
  })
  return lines.join('')
}

async function removeFiles(path: string): Promise<void> {
  for (const suffix of ['a', 'c', 'd', 'h', 'k', 'n', 's']) await rm(`${path}${suffix}`, { force: true })
}
