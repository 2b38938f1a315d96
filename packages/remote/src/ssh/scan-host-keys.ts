/** Reads the host keys that a server shows to any client, for comparison on first contact. */
import { connect } from 'node:net'
import type { AddressPolicy } from '@longshore/addresses'
import { Deadline } from '@longshore/process/deadline'
import { raceSignal } from '@longshore/process/race-signal'
import { endProgram, exitCodeOf } from '@longshore/process/started-program'
import { keyscanArguments } from '../commands/ssh-arguments.ts'
import { abortFailure, failure } from './failures.ts'
import { type HostKey, isPinnable } from './host-key.ts'
import { collectOutput } from './output.ts'
import { startProgram } from './programs.ts'
import { resolveHost } from './resolve-host.ts'

const maxOutputBytes = 65_536
const maxGreetingBytes = 8_192

/** One key of each type, the strongest first. Fails with the same codes as a login would. */
export async function scanHostKeys(
  host: string,
  port: number,
  options: { allow: AddressPolicy; deadlineMs: number; signal?: AbortSignal },
): Promise<HostKey[]> {
  using deadline = new Deadline(options.deadlineMs, [options.signal])
  const { signal } = deadline
  try {
    const addresses = await resolveHost(host, port, { allow: options.allow, signal })
    const address = await greet(addresses, port, signal)
    const keys = parseKeys(await keyscan(address, port, { timeoutMs: options.deadlineMs, signal }))
    if (keys.length === 0) throw failure('no_common_algorithm', { detail: 'no usable host key' })
    return keys
  } catch (error) {
    throw signal.aborted ? abortFailure(signal, 'connection_timeout') : error
  }
}

/** ssh-keyscan doesn't report why it found nothing, so the connection is tested first. */
async function greet(addresses: readonly string[], port: number, signal: AbortSignal): Promise<string> {
  let last: unknown
  for (const address of addresses) {
    try {
      await raceSignal(readGreeting(address, port, signal), signal)
      return address
    } catch (error) {
      signal.throwIfAborted()
      last = error
    }
  }
  throw last
}

async function readGreeting(address: string, port: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect({ host: address, port, signal })
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    if (/(?:^|\n)SSH-(?:2\.0|1\.99)-/.test(text)) resolve()
    else if (text.length > maxGreetingBytes || /(?:^|\n)(?:HTTP|220|\+OK)/.test(text)) reject(failure('not_ssh'))
  })
  socket.on('error', (error) => reject(failure(codeOf(error), { cause: error })))
  socket.on('close', () => reject(failure(text === '' ? 'connection_lost' : 'not_ssh')))
  try {
    await promise
  } finally {
    socket.destroy()
  }
}

function codeOf(error: Error) {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ECONNREFUSED') return 'connection_refused'
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH' || code === 'EHOSTDOWN') return 'host_unreachable'
  return code === 'ETIMEDOUT' ? 'connection_timeout' : 'connection_lost'
}

async function keyscan(address: string, port: number, options: { timeoutMs: number; signal: AbortSignal }) {
  const child = startProgram('ssh-keyscan', keyscanArguments(address, port, options.timeoutMs))
  child.stdin.end()
  const output = collectOutput(child, maxOutputBytes, () => child.kill('SIGKILL'))
  try {
    await raceSignal(exitCodeOf(child), options.signal)
    return output.stdout()
  } finally {
    await endProgram(child)
  }
}

function parseKeys(text: string): HostKey[] {
  const keys = new Map<string, HostKey>()
  for (const line of text.split('\n')) {
    const [, type = '', key = ''] = line.split(' ')
    if (isPinnable({ type, key })) keys.set(type, { type, key })
  }
  const rank = (each: HostKey) => ['ssh-ed25519', 'ecdsa-sha2-nistp256'].indexOf(each.type) >>> 0
  return [...keys.values()].sort((a, b) => rank(a) - rank(b))
}
