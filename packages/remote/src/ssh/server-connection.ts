/** A connection as its users see it: commands queued within the server's MaxSessions, and Docker's socket. */

import { Deadline } from '@longshore/process/deadline'
import { raceSignal } from '@longshore/process/race-signal'
import { Slots } from '@longshore/process/slots'
import { runCommand, SessionRefused } from './command-run.ts'
import type { RunOptions, RunResult, ServerConnection, ServerTarget } from './connection.ts'
import { isConnectionLost } from './connection-loss.ts'
import { type DockerSocket, openDockerSocket } from './docker-socket.ts'
import { abortFailure, failure } from './failures.ts'
import type { Master } from './master.ts'
import { RemoteError } from './remote-error.ts'
import { forwardsSockets } from './socket-forwarding.ts'

/** sshd's default is 10 sessions; two stay free for ending commands. Forwarded sockets don't count. */
const sessionsAtOnce = 8
const openSocketMs = 30_000

export class SshConnection implements ServerConnection {
  readonly target: ServerTarget
  readonly master: Master
  readonly #sessions = new Slots(sessionsAtOnce)
  #dockerSocket: Promise<DockerSocket> | undefined
  #dockerConnections: number | undefined

  constructor(target: ServerTarget, master: Master) {
    this.target = target
    this.master = master
  }

  get closed(): AbortSignal {
    return this.master.closed
  }

  async run(argv: readonly [string, ...string[]], options: RunOptions): Promise<RunResult> {
    using deadline = new Deadline(options.deadlineMs, [options.signal, this.closed])
    const withSudo = options.asRoot === true && this.target.username !== 'root'
    for (;;) {
      using _slot = await this.#takeSession(deadline.signal)
      try {
        return await runCommand(this.master, argv, { ...options, withSudo, signal: deadline.signal })
      } catch (error) {
        if (error instanceof RemoteError && error.code === 'connection_lost') await isConnectionLost(this.closed)
        if (!(error instanceof SessionRefused) || this.#sessions.inUse <= 1)
          throw error instanceof SessionRefused
            ? failure('connection_lost', { detail: 'no session could be opened' })
            : error
        this.#sessions.shrink()
      }
    }
  }

  get dockerConnections(): number | undefined {
    return this.#dockerConnections
  }

  async dockerSocket(options: { deadlineMs: number; signal?: AbortSignal }): Promise<string> {
    using deadline = new Deadline(options.deadlineMs, [options.signal, this.closed])
    this.#dockerSocket ??= this.#openDockerSocket()
    try {
      const socket = await raceSignal(this.#dockerSocket, deadline.signal)
      this.#dockerConnections = socket.connections
      return socket.path
    } catch (error) {
      throw deadline.signal.aborted ? abortFailure(deadline.signal, 'docker_unreachable') : error
    }
  }

  /** Shared by all users of the connection: the first caller can leave without affecting the others. */
  async #openDockerSocket(): Promise<DockerSocket> {
    using deadline = new Deadline(openSocketMs, [this.closed])
    try {
      return await openDockerSocket(this.#socketOptions(deadline.signal))
    } catch (error) {
      this.#dockerSocket = undefined
      throw deadline.signal.aborted ? abortFailure(deadline.signal, 'docker_unreachable') : error
    }
  }

  async forwardsSockets(options: { deadlineMs: number; signal?: AbortSignal }): Promise<boolean | null> {
    using deadline = new Deadline(options.deadlineMs, [options.signal, this.closed])
    return await forwardsSockets(this.#socketOptions(deadline.signal)).catch((error: unknown) => {
      throw deadline.signal.aborted ? abortFailure(deadline.signal, 'command_timeout') : error
    })
  }

  #socketOptions(signal: AbortSignal) {
    return {
      master: this.master,
      run: (argv: readonly [string, ...string[]], options: RunOptions) => this.run(argv, options),
      takeSession: (inner: AbortSignal) => this.#takeSession(inner),
      signal,
    }
  }

  async #takeSession(signal: AbortSignal): Promise<Disposable> {
    return this.#sessions.take(signal).catch((error: unknown) => {
      if (signal.aborted) throw abortFailure(signal, 'command_timeout')
      throw failure('command_timeout', { detail: 'too many commands wait for this server', cause: error })
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.master.close()
  }
}
