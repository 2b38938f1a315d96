/**
 * The contract between everything that works on a target server and the transport that reaches it. Code that runs
 * commands takes `Pick<ServerConnection, 'run'>`; nothing outside ssh/ and docker/ knows how a connection is made.
 */
import type { Readable } from 'node:stream'
import type { HostKey } from './host-key.ts'

/** How a server is reached. The pool keeps one connection for each `id`. */
export interface ServerTarget {
  id: string
  host: string
  port: number
  username: string
  /** Every pinned key; a server that shows none of them is refused before anything is sent to it. */
  hostKeys: readonly HostKey[]
  /** Asked for when a connection is opened; goes to a private agent over stdin, never to a disk. */
  loadKey: () => Promise<LoginKey>
  jump?: ServerTarget
}

export interface LoginKey {
  privateKey: string
  passphrase?: string
}

export interface RunOptions {
  deadlineMs: number
  stdin?: string | Uint8Array | Readable
  /** Both streams together; more ends the command with `output_too_large`. Default 1 MiB. */
  maxOutputBytes?: number
  signal?: AbortSignal
  /** Runs it as root: nothing is added for root itself, `sudo -n --` for anybody else. */
  asRoot?: boolean
}

export interface RunResult {
  exitCode: number
  stdout: string
  stderr: string
}

export interface ServerConnection extends AsyncDisposable {
  readonly target: ServerTarget
  /** Runs one program; every word reaches it unchanged. A non-zero exit code is a result, not an error. */
  run(argv: readonly [string, ...string[]], options: RunOptions): Promise<RunResult>
  /** Path of a local unix socket that leads to the server's Docker socket. */
  dockerSocket(options: { deadlineMs: number; signal?: AbortSignal }): Promise<string>
  /** Connections that the Docker socket takes at once, known once it is open; undefined: as many as one likes. */
  readonly dockerConnections?: number | undefined
  /** Whether sshd forwards unix sockets at all; null when the server has none to try it with. */
  forwardsSockets(options: { deadlineMs: number; signal?: AbortSignal }): Promise<boolean | null>
  /** Aborts when the connection is gone. */
  readonly closed: AbortSignal
}

export interface ServerPool extends AsyncDisposable {
  /** The server's connection, opened when there is none; it stays open while somebody uses it. */
  use<Result>(
    target: ServerTarget,
    work: (connection: ServerConnection) => Promise<Result>,
    options: { deadlineMs: number; signal?: AbortSignal },
  ): Promise<Result>
  /** A login of its own on a new TCP connection, beside the pooled one: proof that logging in works now. */
  open(target: ServerTarget, options: { deadlineMs: number; signal?: AbortSignal }): Promise<ServerConnection>
  /** Ends the pooled connection, for example after the key or the host keys changed. */
  drop(id: string): Promise<void>
}
