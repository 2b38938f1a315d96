/** Channels whose receiver no longer exists. */
import { once } from 'node:events'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { freePorts } from '../../support/free-ports.ts'

export type DeadEnd = 'refused' | 'hole' | 'broken'

export interface DeadEnds extends AsyncDisposable {
  readonly urls: Readonly<Record<DeadEnd, string>>
  /** Channels where an attempt is visible to the receiver. */
  readonly tries: Record<'hole' | 'broken', number>
}

export async function openDeadEnds(): Promise<DeadEnds> {
  const tries = { hole: 0, broken: 0 }
  const sockets = new Set<Socket>()
  // Accepts everything and never responds.
  const hole = createServer((socket) => {
    tries.hole += 1
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.resume()
  })
  const broken = createHttpServer((request, reply) => {
    tries.broken += 1
    request.resume()
    reply.writeHead(503).end()
  })
  const [unused = 0] = await freePorts(1)
  const urls = {
    refused: `http://127.0.0.1:${unused}/`,
    hole: `http://127.0.0.1:${await listen(hole)}/`,
    broken: `http://127.0.0.1:${await listen(broken)}/`,
  }
  return {
    urls,
    tries,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      broken.closeAllConnections()
      for (const server of [hole, broken]) {
        server.close()
        await once(server, 'close')
      }
    },
  }
}

async function listen(server: Server | HttpServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
