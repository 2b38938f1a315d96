/**
 * Tests whether sshd forwards Unix sockets. It reports a forbidden socket and a missing one with the same text, so the
 * only test is an existing, writable socket: does the connection to it stay open?
 */
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerConnection } from './connection.ts'
import { forward } from './docker-socket.ts'
import type { Master } from './master.ts'

/**
 * World-accessible wherever systemd runs, and waiting for the client to send first; Docker's own comes last because it
 * can be denied.
 */
const candidates = ['/run/dbus/system_bus_socket', '/run/systemd/userdb/io.systemd.DynamicUser', '/var/run/docker.sock']
const commandTimeoutMs = 5_000
/** Time from the refusal on the connection to the end of our local socket. */
const settleMs = 50

export interface ForwardingOptions {
  master: Master
  run: ServerConnection['run']
  signal: AbortSignal
}

/** Null if there is no socket to test with. */
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
      // This uses the same connection after the request, so it returns after the response.
      await run(['true'], limits)
      await wait(settleMs, undefined, { signal })
      return !isEnded
    } finally {
      socket.destroy()
    }
  }
  return null
}
