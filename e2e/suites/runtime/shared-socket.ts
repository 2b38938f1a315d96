/** All callers of a connection share its Docker socket: the first caller must not end it for the others by giving up. */
import type { ServerConnection } from '@longshore/remote/ssh'

/** Uses a connection on which the socket wasn't opened yet. */
export async function proveSharedSocket(connection: ServerConnection): Promise<void> {
  const giveUp = new AbortController()
  const first = connection.dockerSocket({ deadlineMs: 20_000, signal: giveUp.signal })
  const second = connection.dockerSocket({ deadlineMs: 20_000 })
  giveUp.abort(new Error('cancelled'))
  const [given, kept] = await Promise.allSettled([first, second])
  if (given.status !== 'rejected') throw new Error('the caller that gave up got an answer')
  if (kept.status === 'rejected') throw new Error(`the other caller got: ${kept.reason}`)
}
