/** A program that receives webhooks, quickly or slowly, and records them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export interface Received {
  id: string
  timestamp: string
  signature: string
  body: string
}

export interface Receiver extends AsyncDisposable {
  readonly url: string
  /** In the order in which each delivery first arrived. */
  readonly ids: ReadonlySet<string>
  readonly received: readonly Received[]
}

export async function startReceiver({ delayMs }: { delayMs: number }): Promise<Receiver> {
  const ids = new Set<string>()
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const header = (name: string) => String(request.headers[name] ?? '')
    const id = header('webhook-id')
    ids.add(id)
    received.push({
      id,
      timestamp: header('webhook-timestamp'),
      signature: header('webhook-signature'),
      body: Buffer.concat(chunks).toString('utf8'),
    })
    if (delayMs > 0) await delay(delayMs)
    response.end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    ids,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
