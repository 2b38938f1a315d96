/** A reverse proxy in front of an instance that counts changes and reports each before and after it is answered. */
import { once } from 'node:events'
import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Moment = 'before' | 'sent' | 'answered'

export interface CountingProxy extends AsyncDisposable {
  readonly url: string
  /** Number of requests that change something. */
  writes: number
  /** Method and path of each change. */
  readonly log: string[]
  onWrite: (moment: Moment, count: number) => void | Promise<void>
}

export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const server = createServer((asked, answer) => void forward(asked, answer))
  const proxy: CountingProxy = {
    url: '',
    writes: 0,
    log: [],
    onWrite: () => undefined,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const forward = async (asked: IncomingMessage, answer: ServerResponse) => {
    const isWrite = asked.method !== 'GET' && asked.method !== 'HEAD'
    if (isWrite) {
      proxy.writes += 1
      proxy.log.push(`${asked.method} ${asked.url}`)
    }
    const count = proxy.writes
    const report = async (moment: Moment) => (isWrite ? await proxy.onWrite(moment, count) : undefined)
    const body: Buffer[] = []
    for await (const chunk of asked) body.push(chunk)
    await report('before')
    if (answer.destroyed) return
    const upstream = request(`${target}${asked.url}`, { method: asked.method, headers: asked.headers, agent: false })
    await exchange(upstream, Buffer.concat(body), answer, report)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(proxy, { url: `http://127.0.0.1:${port}` })
}

async function exchange(
  upstream: ClientRequest,
  body: Buffer,
  answer: ServerResponse,
  report: (moment: Moment) => Promise<void>,
): Promise<void> {
  const ended = Promise.withResolvers<IncomingMessage | null>()
  upstream.on('response', ended.resolve)
  // The api was killed: the client sees a broken connection.
  upstream.on('error', () => ended.resolve(null))
  upstream.end(body)
  await report('sent')
  const response = await ended.promise
  if (response === null) {
    answer.destroy()
    return
  }
  await report('answered')
  response.on('error', () => answer.destroy())
  answer.writeHead(response.statusCode ?? 502, response.headers)
  response.pipe(answer)
}
