/**
 * For servers that forbid socket forwarding: every local connection is one session that runs `docker system
 * dial-stdio`.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { endProgram, type StartedProgram } from '@longshore/process/started-program'
import { remoteStreamText } from '../commands/remote-command.ts'
import { sessionArguments } from '../commands/ssh-arguments.ts'
import type { Master } from './master.ts'
import { startProgram } from './programs.ts'

const maxNoiseBytes = 65_536

export async function serveDialStdio(
  socketPath: string,
  options: { master: Master; takeSession: (signal: AbortSignal) => Promise<Disposable> },
): Promise<void> {
  const { master } = options
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    void options.takeSession(master.closed).then(
      (slot) => dial(master, socket, slot),
      () => socket.destroy(),
    )
  })
  server.listen(socketPath)
  await once(server, 'listening')
  master.closed.addEventListener('abort', () => server.close(), { once: true })
}

function dial(master: Master, socket: Socket, slot: Disposable): void {
  if (socket.destroyed) {
    slot[Symbol.dispose]()
    return
  }
  const marker = `ls-${randomBytes(12).toString('hex')}`
  const text = remoteStreamText(['docker', 'system', 'dial-stdio'], { marker })
  const child = startProgram('ssh', sessionArguments(master.controlPath, text))
  child.stderr.resume()
  child.once('close', () => {
    slot[Symbol.dispose]()
    socket.destroy()
  })
  socket.once('close', () => void endProgram(child))
  socket.pipe(child.stdin)
  skipNoise(child, marker, () => child.stdout.pipe(socket))
}

/** Output of the login shell's start-up files comes before the marker. */
function skipNoise(child: StartedProgram, marker: string, begin: () => void): void {
  let seen = Buffer.alloc(0)
  const onData = (chunk: Buffer) => {
    seen = Buffer.concat([seen, chunk])
    const at = seen.indexOf(`${marker}\n`)
    if (at < 0) {
      if (seen.length > maxNoiseBytes) void endProgram(child)
      return
    }
    child.stdout.off('data', onData)
    child.stdout.pause()
    const rest = seen.subarray(at + marker.length + 1)
    if (rest.length > 0) child.stdout.unshift(rest)
    begin()
  }
  child.stdout.on('data', onData)
}
