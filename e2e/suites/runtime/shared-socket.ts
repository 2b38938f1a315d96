/** The way to Docker belongs to everyone on a connection: the first caller must not take it from the others by giving up. */
import type { ServerConnection } from '@longshore/remote/ssh'

/** On a connection that no one has asked for it yet. */
export async function proveSharedSocket(connection: ServerConnection): Promise<void> {
  const giveUp = new AbortController()
  const first = connection.dockerSocket({ deadlineMs: 20_000, signal: giveUp.signal })
  const second = connection.dockerSocket({ deadlineMs: 20_000 })
  giveUp.abort(new Error('cancelled'))
  const [given, kept] = await Promise.allSettled([first, second])
  if (given.status !== 'rejected') throw new Error('the caller that gave up got an answer')
  if (kept.status === 'rejected') throw new Error(`the other caller got: ${kept.reason}`)
}
