/**
 * One shared connection per server in this process: opened on first use, kept while it is in use and a while longer,
 * and reopened after a disconnect. The numbers of connections and of concurrent logins are limited.
 */

import type { AddressPolicy } from '@longshore/addresses'
import { Deadline } from '@longshore/process/deadline'
import { raceSignal } from '@longshore/process/race-signal'
import { removeRuntimeDirectory } from '@longshore/process/runtime-directory'
import { Slots } from '@longshore/process/slots'
import type { ServerConnection, ServerPool, ServerTarget } from './connection.ts'
import { abortFailure, failure } from './failures.ts'
import { type Master, openMaster } from './master.ts'
import { RemoteError } from './remote-error.ts'
import { SshConnection } from './server-connection.ts'
import { createSocketDirectory } from './socket-directory.ts'

export interface ServerPoolOptions {
  allow: AddressPolicy
  /** Parent of a private directory for sockets. Default: the system's temporary folder. */
  runtimeDirectory?: string
  /** An unused connection is closed after this time. Default one minute. */
  idleMs?: number
  maxConnections?: number
  maxLogins?: number
  /** Time limit of a login, however long the caller would wait. Default 20 seconds. */
  loginMs?: number
}

interface Jump {
  master: Master
  leave: () => void
}

interface Entry {
  /** Everything that a connection depends on; another value means another connection. */
  identity: string
  users: number
  isOpen: boolean
  opening: Promise<SshConnection>
  /** Ends the login when the last waiting caller has left. */
  abandon: AbortController
  idleTimer: NodeJS.Timeout | undefined
}

export function createServerPool(options: ServerPoolOptions): ServerPool {
  return new Pool(options)
}

class Pool implements ServerPool {
  readonly #options: ServerPoolOptions
  readonly #entries = new Map<string, Entry>()
  readonly #own = new Set<SshConnection>()
  readonly #connections: Slots
  readonly #logins: Slots
  readonly #ended = new AbortController()
  #folder: Promise<string> | undefined
  #lastName = 0

  constructor(options: ServerPoolOptions) {
    this.#options = options
    this.#connections = new Slots(options.maxConnections ?? 1_000)
    this.#logins = new Slots(options.maxLogins ?? 16)
  }

  async use<Result>(
    target: ServerTarget,
    work: (connection: ServerConnection) => Promise<Result>,
    options: { deadlineMs: number; signal?: AbortSignal },
  ): Promise<Result> {
    using deadline = new Deadline(options.deadlineMs, [options.signal, this.#ended.signal])
    const entry = this.#enter(target)
    try {
      const connection = await raceSignal(entry.opening, deadline.signal).catch((error: unknown) => {
        throw deadline.signal.aborted ? abortFailure(deadline.signal, 'connection_timeout') : error
      })
      return await work(connection)
    } finally {
      this.#leave(target.id, entry)
    }
  }

  async open(target: ServerTarget, options: { deadlineMs: number; signal?: AbortSignal }): Promise<ServerConnection> {
    using deadline = new Deadline(options.deadlineMs, [options.signal, this.#ended.signal])
    const connection = await this.#connect(target, deadline.signal)
    this.#own.add(connection)
    connection.closed.addEventListener('abort', () => this.#own.delete(connection), { once: true })
    return connection
  }

  async drop(id: string): Promise<void> {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    this.#entries.delete(id)
    await endEntry(entry)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort(failure('cancelled', { detail: 'the worker is stopping' }))
    await Promise.all([...this.#entries.keys()].map((id) => this.drop(id)))
    await Promise.all([...this.#own].map((each) => each[Symbol.asyncDispose]()))
    if (this.#folder !== undefined) await removeRuntimeDirectory(await this.#folder)
  }

  #enter(target: ServerTarget): Entry {
    const identity = identityOf(target)
    const present = this.#entries.get(target.id)
    if (present !== undefined && present.identity === identity) {
      present.users += 1
      clearTimeout(present.idleTimer)
      this.#entries.delete(target.id)
      this.#entries.set(target.id, present)
      return present
    }
    // Other callers can still use the old connection; it ends for them as with `drop`.
    if (present !== undefined) void this.drop(target.id)
    return this.#start(target, identity)
  }

  #start(target: ServerTarget, identity: string): Entry {
    const abandon = new AbortController()
    const opening = this.#connect(target, abandon.signal)
    const entry: Entry = { identity, users: 1, isOpen: false, opening, abandon, idleTimer: undefined }
    this.#entries.set(target.id, entry)
    const forget = () => {
      clearTimeout(entry.idleTimer)
      if (this.#entries.get(target.id) === entry) this.#entries.delete(target.id)
    }
    opening.then((connection) => {
      entry.isOpen = true
      if (connection.closed.aborted) forget()
      else connection.closed.addEventListener('abort', forget, { once: true })
    }, forget)
    return entry
  }

  #leave(id: string, entry: Entry): void {
    entry.users -= 1
    if (entry.users > 0 || this.#entries.get(id) !== entry) return
    // No caller waits for the login anymore.
    if (!entry.isOpen) return void this.drop(id)
    entry.idleTimer = setTimeout(() => void this.drop(id), this.#options.idleMs ?? 60_000)
    entry.idleTimer.unref()
  }

  async #connect(target: ServerTarget, signal: AbortSignal): Promise<SshConnection> {
    try {
      // Open the jump connection first: its login needs a slot in the same queues.
      const jump = target.jump === undefined ? undefined : await this.#enterJump(target.jump, signal)
      return await this.#logIn(target, jump, signal)
    } catch (error) {
      throw signal.aborted ? abortFailure(signal, 'connection_timeout') : error
    }
  }

  async #enterJump(target: ServerTarget, signal: AbortSignal): Promise<Jump> {
    const entry = this.#enter(target)
    const leave = () => this.#leave(target.id, entry)
    try {
      return { master: (await raceSignal(entry.opening, signal)).master, leave }
    } catch (error) {
      leave()
      // A problem of the jump server, above all with its host key, must not be reported as a problem of the server
      // behind it.
      if (!(error instanceof RemoteError) || error.code === 'cancelled') throw error
      throw failure('jump_unusable', { detail: error.message, cause: error })
    }
  }

  async #logIn(target: ServerTarget, jump: Jump | undefined, signal: AbortSignal): Promise<SshConnection> {
    using stack = new DisposableStack()
    if (jump !== undefined) stack.defer(jump.leave)
    if (this.#connections.isFull) this.#endLongestIdle()
    stack.use(await this.#connections.take(signal))
    using _login = await this.#logins.take(signal)
    this.#folder ??= createSocketDirectory(this.#options.runtimeDirectory)
    // Increment before the wait: logins that start together must not share a name.
    this.#lastName += 1
    const name = this.#lastName.toString(36)
    const path = `${await this.#folder}/${name}`
    // The deadline starts here: the time in the queue says nothing about this server.
    using deadline = new Deadline(this.#options.loginMs ?? 20_000, [signal])
    const options = { path, allow: this.#options.allow, signal: deadline.signal, jump: jump?.master }
    const master = await openMaster(target, options)
    const held = stack.move()
    if (master.closed.aborted) held.dispose()
    else master.closed.addEventListener('abort', () => held.dispose(), { once: true })
    return new SshConnection(target, master)
  }

  #endLongestIdle(): void {
    // A map keeps the insertion order; an entry that is inserted again comes last.
    for (const [id, entry] of this.#entries) if (entry.users === 0 && entry.isOpen) return void this.drop(id)
  }
}

async function endEntry(entry: Entry): Promise<void> {
  clearTimeout(entry.idleTimer)
  entry.abandon.abort(failure('connection_lost', { detail: 'the connection was dropped' }))
  const connection = await entry.opening.catch(() => undefined)
  await connection?.[Symbol.asyncDispose]()
}

function identityOf(target: ServerTarget): string {
  const { host, port, username, hostKeys, jump } = target
  const keys = hostKeys.map((each) => `${each.type} ${each.key}`).sort()
  return JSON.stringify([host, port, username, keys, jump === undefined ? null : identityOf(jump)])
}
