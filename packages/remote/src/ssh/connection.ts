/**
 * The contract between everything that works on a target server and the transport. Code that runs commands takes
 * `Pick<ServerConnection, 'run'>`; nothing outside ssh/ and docker/ depends on how a connection is opened.
 */
import type { Readable } from 'node:stream'
import type { HostKey } from './host-key.ts'

/** How to reach a server. The pool keeps one connection per `id`. */
export interface ServerTarget {
  id: string
  host: string
  port: number
  username: string
  /** All pinned keys; a server that shows none of them is refused before anything is sent to it. */
  hostKeys: readonly HostKey[]
  /** Called when a connection is opened. The key is sent to a private agent over stdin and never written to disk. */
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
  /** Limit of both streams together; more ends the command with `output_too_large`. Default 1 MiB. */
  maxOutputBytes?: number
  signal?: AbortSignal
  /** Runs as root: adds nothing for root itself, and `sudo -n --` for other users. */
  asRoot?: boolean
}

export interface RunResult {
  exitCode: number
  stdout: string
  stderr: string
}

export interface ServerConnection extends AsyncDisposable {
  readonly target: ServerTarget
  /** Runs one program; every argument reaches it unchanged. A non-zero exit code is a result, not an error. */
  run(argv: readonly [string, ...string[]], options: RunOptions): Promise<RunResult>
  /** Path of a local Unix socket that forwards to the server's Docker socket. */
  dockerSocket(options: { deadlineMs: number; signal?: AbortSignal }): Promise<string>
  /** Number of concurrent connections to the Docker socket, known once it is open; undefined means unlimited. */
  readonly dockerConnections?: number | undefined
  /** Whether sshd forwards Unix sockets at all; null if the server has none to test with. */
  forwardsSockets(options: { deadlineMs: number; signal?: AbortSignal }): Promise<boolean | null>
  /** Aborts when the connection is closed. */
  readonly closed: AbortSignal
}

export interface ServerPool extends AsyncDisposable {
  /** Uses the server's connection and opens it if needed; it stays open while it is in use. */
  use<Result>(
    target: ServerTarget,
    work: (connection: ServerConnection) => Promise<Result>,
    options: { deadlineMs: number; signal?: AbortSignal },
  ): Promise<Result>
  /** Opens a separate login on a new TCP connection, which verifies that logging in works now. */
  open(target: ServerTarget, options: { deadlineMs: number; signal?: AbortSignal }): Promise<ServerConnection>
  /** Ends the pooled connection, for example after the key or the host keys changed. */
  drop(id: string): Promise<void>
}
