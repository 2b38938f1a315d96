/**
 * The second stage: a TCP connection and the SSH greeting. The text of another service is never shown, only that it
 * isn't SSH: this must not become a port scanner.
 */
import { connect, type Socket } from 'node:net'
import { sanitizeText } from '../ssh/index.ts'
import { type FindingCode, fine, found, type Outcome } from './findings.ts'
import { type Greeting, readGreeting } from './greeting.ts'

export interface ReachOptions {
  addresses: readonly string[]
  port: number
  signal: AbortSignal
  connectTimeoutMs?: number
  greetingTimeoutMs?: number
}

/** SSH servers send first; web servers wait for a request, so we send one after this time. */
const patienceMs = 1_500
const ourGreeting = 'SSH-2.0-Longshore\r\n'
const maximumGreetingBytes = 8_192

/** Tries one address after the other; the value is the one that speaks SSH. */
export async function reachPort(options: ReachOptions): Promise<{ outcome: Outcome; value?: string }> {
  const { addresses, port } = options
  let outcome: Outcome = found('host_unreachable', { port })
  for (const address of addresses) {
    const reached = await reachAddress(address, options)
    options.signal.throwIfAborted()
    if (typeof reached !== 'string') {
      const software = sanitizeText(reached.software, 80)
      return { outcome: fine(`Port ${port} responds with ${software}.`), value: address }
    }
    outcome = found(reached, { port })
  }
  return { outcome }
}

async function reachAddress(address: string, options: ReachOptions): Promise<{ software: string } | FindingCode> {
  const { port, signal, connectTimeoutMs = 7_000, greetingTimeoutMs = 5_000 } = options
  const socket = connect({ host: address, port, signal })
  // Errors are handled where they are awaited; a later one must not end the process.
  socket.on('error', () => undefined)
  try {
    const failure = await waitForConnect(socket, connectTimeoutMs)
    if (failure !== undefined) return failure
    const greeting = await waitForGreeting(socket, greetingTimeoutMs)
    return greeting.kind === 'ssh' ? { software: greeting.software } : codeOfGreeting[greeting.kind]
  } finally {
    socket.destroy()
  }
}

const codeOfGreeting = { other: 'not_ssh', busy: 'server_busy', closed: 'connection_lost' } as const

async function waitForConnect(socket: Socket, timeoutMs: number): Promise<FindingCode | undefined> {
  const { promise, resolve } = Promise.withResolvers<FindingCode | undefined>()
  const timer = setTimeout(() => resolve('connection_timeout'), timeoutMs)
  socket.once('connect', () => resolve(undefined))
  socket.once('error', (error) => resolve(codeOfFailure(error)))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

function codeOfFailure(error: Error): FindingCode {
  switch ('code' in error ? error.code : undefined) {
    case 'ECONNREFUSED':
      return 'connection_refused'
    case 'ETIMEDOUT':
      return 'connection_timeout'
    case 'ECONNRESET':
      return 'connection_lost'
    default:
      return 'host_unreachable'
  }
}

async function waitForGreeting(socket: Socket, timeoutMs: number): Promise<Greeting | { kind: 'closed' }> {
  const { promise, resolve } = Promise.withResolvers<Greeting | { kind: 'closed' }>()
  let received = ''
  const greet = setTimeout(() => socket.write(ourGreeting), patienceMs)
  const giveUp = setTimeout(() => resolve({ kind: 'other' }), timeoutMs)
  socket.on('data', (chunk: Buffer) => {
    received = (received + chunk.toString('latin1')).slice(0, maximumGreetingBytes)
    const greeting = readGreeting(received)
    if (greeting !== undefined) resolve(greeting)
    else if (received.length === maximumGreetingBytes) resolve({ kind: 'other' })
  })
  socket.once('close', () => resolve({ kind: received === '' ? 'closed' : 'other' }))
  try {
    return await promise
  } finally {
    clearTimeout(greet)
    clearTimeout(giveUp)
  }
}
