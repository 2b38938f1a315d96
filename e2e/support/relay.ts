/** A relay on loopback that plays an attacker in the middle: it can redirect or cut the traffic. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePorts } from './free-ports.ts'

export interface Relay extends AsyncDisposable {
  readonly port: number
  /** The target of new connections. */
  leadTo(port: number): void
  cut(): void
}

export async function startRelay(towards: number): Promise<Relay> {
  const [port = 0] = await freePorts(1)
  const sockets = new Set<Socket>()
  let upstream = towards
  const server = createServer((inbound) => {
    const outbound = connect(upstream, '127.0.0.1')
    for (const [from, to] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    leadTo(next) {
      upstream = next
    },
    cut,
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
