/**
 * Does sshd forward unix sockets? It answers a forbidden socket and an absent one with the same words, so the only proof
 * is a socket that is there and can be written to: does the way to it stay open?
 */
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerConnection } from './connection.ts'
import { forward } from './docker-socket.ts'
import type { Master } from './master.ts'

/** Open to everybody wherever systemd runs, and waiting for the other side to speak; Docker's own last, for it may be denied. */
const candidates = ['/run/dbus/system_bus_socket', '/run/systemd/userdb/io.systemd.DynamicUser', '/var/run/docker.sock']
const commandTimeoutMs = 5_000
/** From the refusal on the connection to the end of our local socket. */
const settleMs = 50

export interface ForwardingOptions {
  master: Master
  run: ServerConnection['run']
  signal: AbortSignal
}

/** Null when there is no socket to try it with. */
export async function forwardsSockets({ master, run, signal }: ForwardingOptions): Promise<boolean | null> {
  const limits = { deadlineMs: commandTimeoutMs, signal }
  for (const remote of candidates) {
    const isThere = await run(['test', '-S', remote, '-a', '-w', remote], limits)
    if (isThere.exitCode !== 0) continue
    const local = `${master.path}n`
    await forward(master, local, { to: remote, signal })
    const socket = connect({ path: local })
    let isEnded = false
    socket.on('error', () => undefined)
    socket.on('close', () => {
      isEnded = true
    })
    socket.resume()
    try {
      // Goes over the same connection after the request, so it is back after the answer.
      await run(['true'], limits)
      await wait(settleMs, undefined, { signal })
      return !isEnded
    } finally {
      socket.destroy()
    }
  }
  return null
}
