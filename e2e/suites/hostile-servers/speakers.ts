/** Listeners on the SSH port that aren't an honest sshd. They never reach a login. */

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { RemoteErrorCode } from '@longshore/remote/ssh'
import { generateKeyPair, scanHostKeys } from '@longshore/remote/ssh'
import { inParallel } from '../../support/in-parallel.ts'
import { allow, lanes, mustFail, mustStillServe, pinned, reach, type TestEnv } from './test-env.ts'

type Speaker = (socket: Socket) => void

const version = 'SSH-2.0-OpenSSH_9.9\r\n'
const loginMs = 5_000
/** Time to end a process on a busy machine. */
const slackMs = 4_000

/** Behavior → error codes that describe it correctly. */
const speakers: Record<string, { speak: Speaker; codes: readonly RemoteErrorCode[] }> = {
  'a gigabyte of lines before the version': {
    speak: (socket) => pour(socket, Buffer.from(`${'x'.repeat(1_000)}\r\n`.repeat(64))),
    codes: ['not_ssh', 'connection_timeout', 'connection_lost'],
  },
  'one line without an end': {
    speak: (socket) => pour(socket, Buffer.alloc(65_536, 'x')),
    codes: ['not_ssh', 'connection_timeout', 'connection_lost'],
  },
  'escape sequences before the version': {
    speak: (socket) =>
      pour(socket, Buffer.from('\u001b]0;owned\u0007\u001b[2J\u001b[31mPermission denied\r\n'.repeat(64))),
    codes: ['not_ssh', 'connection_timeout', 'connection_lost'],
  },
  'a version that comes byte by byte': {
    speak: (socket) => drip(socket, `SSH-2.0-${'slow'.repeat(500)}`),
    codes: ['connection_timeout'],
  },
  silence: { speak: () => undefined, codes: ['connection_timeout'] },
  'a version, then silence': { speak: (socket) => void socket.write(version), codes: ['connection_timeout'] },
  'a version, then packets to ignore without end': {
    speak: (socket) => {
      socket.write(version)
      pour(socket, ignorePacket())
    },
    codes: ['connection_timeout', 'connection_lost', 'not_ssh'],
  },
  'a packet of four gigabytes': {
    speak: (socket) => {
      socket.write(version)
      pour(socket, Buffer.alloc(65_536, 0xff))
    },
    codes: ['not_ssh', 'connection_lost'],
  },
  'version 1 of the protocol': {
    speak: (socket) => void socket.write('SSH-1.5-old\r\n'),
    codes: ['not_ssh', 'connection_timeout', 'connection_lost'],
  },
  'a web server': {
    speak: (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'),
    codes: ['not_ssh', 'connection_lost'],
  },
  'a closed door': { speak: (socket) => void socket.end(), codes: ['connection_lost'] },
  'a reset': { speak: (socket) => void socket.resetAndDestroy(), codes: ['connection_lost'] },
}

export async function meetSpeakers(testEnv: TestEnv): Promise<void> {
  const key = generateKeyPair('suite')
  await inParallel(Object.entries(speakers), lanes, async ([name, { speak, codes }]) => {
    await using speaker = await listen(speak)
    const target = reach(speaker.port, { hostKeys: pinned([key]), key })
    await mustFail(testEnv, name, { codes, withinMs: loginMs + slackMs }, () =>
      testEnv.pool.use(target, async () => undefined, { deadlineMs: loginMs }),
    )
    // Nothing is pinned on first contact, so the same attack hits the scan of the host keys.
    const scanCodes: RemoteErrorCode[] = [...codes, 'no_common_algorithm', 'connection_timeout']
    await mustFail(testEnv, `${name}, on first contact`, { codes: scanCodes, withinMs: loginMs + slackMs }, () =>
      scanHostKeys('127.0.0.1', speaker.port, { allow, deadlineMs: loginMs }),
    )
  })
  await mustStillServe(testEnv, 'the speakers')
}

async function listen(speak: Speaker) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.resume()
    speak(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Sends as fast as the client reads, up to a gigabyte. */
export function pour(socket: Socket, chunk: Buffer): void {
  let left = 1 << 30
  socket.on('error', () => undefined)
  const write = () => {
    while (left > 0 && !socket.destroyed) {
      left -= chunk.length
      if (!socket.write(chunk)) return void socket.once('drain', write)
    }
  }
  write()
}

function drip(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => socket.write(text.charAt(at++)), 200)
  socket.once('close', () => clearInterval(timer))
}

/** SSH_MSG_IGNORE as it is encoded before the key exchange. */
function ignorePacket(): Buffer {
  const payload = Buffer.concat([Buffer.of(2, 0, 0, 4, 0), Buffer.alloc(1_024)])
  const padding = 8 - ((payload.length + 5) % 8) + 8
  const head = Buffer.alloc(5)
  head.writeUInt32BE(payload.length + padding + 1)
  head[4] = padding
  return Buffer.concat([head, payload, Buffer.alloc(padding)])
}
